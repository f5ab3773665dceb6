// Sends forms in the background, swaps <main>.
(() => {
  const $ = (id) => document.getElementById(id);
  const on = document.addEventListener.bind(document);
  const main = $('main');
  const announcer = $('announcer');
  let shown = location.pathname;
  let busy = false;
  // Waits until the keys rest: they pass other choices on the way to the one meant.
  let choice;

  const typing = (node) => node.closest('input, select');

  function say(text) {
    announcer.textContent = '';
    setTimeout(() => { announcer.textContent = text; }, 60);
  }

  /** Times by the reader's clock, and the switch where one can roll. */
  function enhance() {
    const today = new Date().toDateString();
    for (const time of main.querySelectorAll('time')) {
      const date = new Date(time.dateTime);
      if (isNaN(date)) continue;
      const day = date.toDateString() === today ? {} : { day: 'numeric', month: 'short' };
      time.textContent = date.toLocaleString([], { ...day, hour: '2-digit', minute: '2-digit' });
    }
    for (const mark of main.querySelectorAll('[data-utc]')) mark.remove();
    keySwitch.hidden = !main.querySelector('[data-key="r"]');
  }

  function setBusy(state) {
    busy = state;
    main.setAttribute('aria-busy', String(state));
    for (const button of main.querySelectorAll(state ? 'button:enabled' : '[data-held]')) {
      button.disabled = state;
      button.toggleAttribute('data-held', state);
    }
  }

  /** Focuses the control with this id or else the outcome. */
  function refocus(id) {
    if (id === null) return;
    const same = id && $(id);
    if (same && !same.disabled) return same.focus({ preventScroll: true });
    const headline = main.querySelector('#outcome') || main.querySelector('h1');
    headline.tabIndex = -1;
    headline.focus();
  }

  /** Scrolls to what is new, first the sentence beside a field. */
  function reveal() {
    const news = main.querySelector('.wrong') || main.querySelector('.problem, .notice, .rolled');
    news?.scrollIntoView({ block: 'nearest' });
  }

  /** Shows an answer that is a page of ours. */
  async function show(response, id, before) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.getElementById('main');
    if (!fresh) throw response;
    main.replaceChildren(...fresh.childNodes);
    document.title = page.title;
    const address = new URL(response.url);
    if (response.redirected && address.pathname !== shown) {
      history.pushState(null, '', address);
      shown = address.pathname;
      scrollTo(0, 0);
    }
    setBusy(false);
    enhance();
    refocus(id);
    if (before) warn(before);
    reveal();
    const news = [...main.querySelectorAll('[data-announce]')].map((node) => node.innerText);
    say(`${before} ${news.join(' ')}`);
  }

  function warn(text) {
    const note = $('warning') || document.createElement('p');
    note.id = 'warning';
    note.className = 'notice';
    note.textContent = text;
    main.prepend(note);
    say(text);
  }

  /** Asks for the page anew; this never plays. */
  async function refresh(id, before) {
    try {
      await show(await fetch(location.href, { cache: 'no-store' }), id, before);
    } catch {
      setBusy(false);
      refocus(id);
      warn('Dicehall cannot be reached. Check your connection, then reload this page.');
    }
  }

  async function send(form, action, submitter) {
    if (busy) return;
    clearTimeout(choice);
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    // Enter in a field presses a button, but the focus stays.
    const id = document.activeElement?.id || submitter?.id || '';
    setBusy(true);
    try {
      await show(await fetch(action, { method: 'POST', body }), id, '');
    } catch {
      // The move may have been made: never send it again.
      await refresh(id, 'The answer was lost on the way. This is how things stand now.');
    }
  }

  on('submit', (event) => {
    const { target: form, submitter: by } = event;
    if (form.method !== 'post' || !main.contains(form)) return;
    event.preventDefault();
    send(form, by?.hasAttribute('formaction') ? by.formAction : form.action, by);
  });

  // Answers are so fast that a double click would roll twice.
  on('click', (event) => {
    if (event.detail > 1 && event.target.closest('[data-key]')) event.preventDefault();
  });

  on('change', ({ target }) => {
    if (!target.dataset.apply) return;
    clearTimeout(choice);
    choice = setTimeout(() => target.isConnected && send(target.form, target.dataset.apply), 250);
  });

  on('input', ({ target }) => {
    const output = $(target.dataset.output);
    if (!output) return;
    output.textContent = `$${target.value}`;
    target.setAttribute('aria-valuetext', output.textContent);
  });

  // WCAG 2.1.4: a key of one letter must have a switch.
  let keys = true;
  try { keys = localStorage.getItem('keys') !== 'off'; } catch { /* stay on */ }
  const keySwitch = document.createElement('button');
  keySwitch.id = 'keys';
  keySwitch.className = 'switch';
  keySwitch.textContent = 'Keyboard shortcut: R rolls';
  keySwitch.setAttribute('aria-pressed', String(keys));
  keySwitch.addEventListener('click', () => {
    keys = !keys;
    keySwitch.setAttribute('aria-pressed', String(keys));
    try { localStorage.setItem('keys', keys ? 'on' : 'off'); } catch { /* for now */ }
  });
  announcer.before(keySwitch);

  on('keydown', (event) => {
    if (!keys || event.repeat || event.key.toLowerCase() !== 'r' || typing(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    main.querySelector('[data-key="r"]:enabled')?.click();
  });

  addEventListener('popstate', () => location.pathname === shown || location.reload());
  addEventListener('pageshow', (event) => {
    if (event.persisted) refresh(null, '');
  });
  enhance();
})();
