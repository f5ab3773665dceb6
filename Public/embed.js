// In a frame: tells the page around it how tall it is, and plays where the frame may send no forms.
(() => {
  const { parent } = window;
  const height = () => Math.ceil(document.documentElement.getBoundingClientRect().height);

  if (parent === window) return;
  // What no page asked for is not secret either: any page may know how tall this one is.
  const say = (message) => parent.postMessage(message, '*');
  const sayH5P = (action, more) => say({ context: 'h5p', action, ...more });
  // WordPress tells its frames apart by what follows their address, which links lose.
  const secret = /^#\?secret=(\w+)$/.exec(location.hash)?.[1];
  const hash = secret ? location.hash : '';
  const sayWordPress = (message, value) => secret && say({ message, value, secret });
  let isH5P = false;
  let told = 0;

  function tell() {
    const now = height();
    if (now === told) return;
    told = now;
    say({ type: 'dicehall:height', height: now });
    // Canvas.
    say(JSON.stringify({ subject: 'lti.frameResize', height: now }));
    sayWordPress('height', now);
    if (isH5P) sayH5P('prepareResize', { scrollHeight: now, clientHeight: innerHeight });
  }

  // A page with H5P's resizer: it says that it is ready, both say hello, and then it makes room. Our
  // own script says hello too, if it comes late.
  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    if (secret && data?.message === 'ready' && data.secret === secret) {
      told = 0;
      tell();
    }
    if (data?.context !== 'h5p') return;
    if (data.action === 'ready') sayH5P('hello');
    if (data.action === 'resizePrepared') sayH5P('resize', { scrollHeight: height() });
    if (data.action !== 'hello') return;
    isH5P = true;
    told = 0;
    tell();
  });
  sayH5P('hello');

  addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    // An address with a key is nobody's but the reader's.
    const isOpen = link && !/\/[a-z2-7]{26}(\/|$)/.test(link.pathname);
    if (link?.target === '_blank') isOpen && sayWordPress('link', link.href);
    else if (link && link.origin === location.origin) link.hash ||= hash;
    const by = event.target.closest('button');
    if (by?.form && by.type === 'submit' && !event.defaultPrevented) watch(by.form, by);
  });

  /** Sends a form that the browser does not: in a sandbox without forms only the click is heard. */
  function watch(form, by) {
    let isHeard = false;
    const hear = () => { isHeard = true; };
    form.addEventListener('submit', hear);
    setTimeout(() => {
      form.removeEventListener('submit', hear);
      if (isHeard || !form.isConnected) return;
      if (!form.noValidate && !by.formNoValidate && !form.reportValidity()) return;
      const event = new SubmitEvent('submit', { submitter: by, bubbles: true, cancelable: true });
      form.dispatchEvent(event);
    });
  }

  // In a sandbox questions are asked by their address, as a form may not be sent; of some browsers that
  // is heard here first. What nobody else took up can't be sent: that is said at the button.
  if (self.origin === 'null') addEventListener('submit', (event) => {
    const { target: form, submitter: by } = event;
    if (event.defaultPrevented || form.target) return;
    if (form.method === 'get') {
      event.preventDefault();
      const address = new URL(form.action);
      address.search = new URLSearchParams(new FormData(form));
      address.hash = hash;
      return location.assign(address);
    }
    const help = document.querySelector('main noscript')?.textContent;
    setTimeout(() => {
      if (help && !document.querySelector('.unsent')) by?.insertAdjacentHTML('afterend', help);
    }, event.isTrusted ? 1000 : 0);
  });

  new ResizeObserver(tell).observe(document.body);
  tell();
})();
