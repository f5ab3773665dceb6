// In a frame: tells the page around it how tall it is.
(() => {
  const { parent } = window;
  const height = () => Math.ceil(document.documentElement.getBoundingClientRect().height);

  if (parent === window) return;
  // What no page asked for is not secret either: any page may know how tall this one is.
  const say = (message) => parent.postMessage(message, '*');
  const sayH5P = (action, more) => say({ context: 'h5p', action, ...more });
  let isH5P = false;
  let told = 0;

  function tell() {
    const now = height();
    if (now === told) return;
    told = now;
    say({ type: 'dicehall:height', height: now });
    // Canvas.
    say(JSON.stringify({ subject: 'lti.frameResize', height: now }));
    if (isH5P) sayH5P('prepareResize', { scrollHeight: now, clientHeight: innerHeight });
  }

  // A page with H5P's resizer: it says that it is ready, both say hello, and then it makes room. Our
  // own script says hello too, if it comes late.
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.context !== 'h5p') return;
    if (data.action === 'ready') sayH5P('hello');
    if (data.action === 'resizePrepared') sayH5P('resize', { scrollHeight: height() });
    if (data.action !== 'hello') return;
    isH5P = true;
    told = 0;
    tell();
  });
  sayH5P('hello');

  new ResizeObserver(tell).observe(document.body);
  tell();
})();
