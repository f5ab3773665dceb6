// Sends forms and swaps <main>, so that nothing on the page jumps; without it all works the same.
(() => {
  // In a sandbox the page is of no site, and fetches nothing unless the hall lets all sites read.
  const isOfNoSite = self.origin === 'null';
  if (isOfNoSite && !('readable' in document.documentElement.dataset)) return;
  const $ = (id) => document.getElementById(id);
  const on = document.addEventListener.bind(document);
  const main = $('main');
  const announcer = $('announcer');
  let shown = location.pathname;
  let busy = false;
  // The buttons of the dice that were pressed meanwhile, in order; no other move is kept.
  let pressedAhead = [];
  const ROLLS = ':is(.dice, .named) [data-key]:not(.less)';
  // Waits until the keys rest.
  let choice;
  // The field of a choice that has not been sent as it is now.
  let chosen;

  function say(text) {
    announcer.textContent = '';
    setTimeout(() => { announcer.textContent = text; }, 60);
  }

  const keyed = (key) => main.querySelector(`[data-key="${CSS.escape(key)}"]`);

  /** Shows times by the reader's clock, sliders where their value is shown as they move, and the
      switch of the keys where there are any. */
  function enhance() {
    for (const field of main.querySelectorAll('[data-output]')) field.type = 'range';
    const today = new Date().toDateString();
    for (const time of main.querySelectorAll('time')) {
      const date = new Date(time.dateTime);
      if (isNaN(date)) continue;
      const day = date.toDateString() === today ? {} : { day: 'numeric', month: 'short' };
      time.textContent = date.toLocaleString([], { ...day, hour: '2-digit', minute: '2-digit' });
    }
    for (const mark of main.querySelectorAll('[data-utc]')) mark.remove();
    for (const one of switches) one.hidden = !keyed('r');
    keySwitch.textContent = keyed('h') ? 'Keyboard shortcuts: R rolls, H holds'
      : 'Keyboard shortcut: R rolls';
  }

  function setBusy(state) {
    busy = state;
    main.ariaBusy = state;
    const waiting = `button:enabled:not(${ROLLS})`;
    for (const button of main.querySelectorAll(state ? waiting : '[data-held]')) {
      button.disabled = state;
      button.toggleAttribute('data-held', state);
    }
  }

  /** Puts the focus on what is wrong, back on the control that was used, on the thing in the list
      or card at the table that it was in, or on the outcome. */
  function refocus(id, still, row) {
    if (id === null) return;
    const wrong = main.querySelector('[autofocus]:not(.outcome), [data-first]');
    if (wrong) return wrong.focus();
    const same = id && $(id);
    if (same && !same.disabled) return same.focus({ preventScroll: true });
    const thing = row && $(row);
    const next = thing || $('outcome') || main.querySelector('h1');
    next.tabIndex = -1;
    next.focus({ preventScroll: still || thing });
  }

  /** Scrolls to news; from outside, to all of the stage. */
  function reveal() {
    const news = main.querySelector('.wrong') || main.querySelector(
      '.problem, #warning, .notice:is([data-announce], :has([data-announce])), .rolled');
    const stage = !document.activeElement.closest('.stage, .named') && news?.closest('.stage');
    (stage || news)?.scrollIntoView({ block: 'nearest' });
  }

  /** Whether a field was filled in but not sent. */
  const isUnsent = (field) => field.checked !== field.defaultChecked
    || field.value !== (field.defaultValue ?? field.querySelector('[selected]')?.value);

  async function show(response, id, before, form, still) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.getElementById('main');
    if (!fresh) throw response;
    // Styles that no page before needed.
    const links = [...document.querySelectorAll('link')].map(({ href }) => href);
    await Promise.all([...page.querySelectorAll('[rel=stylesheet]')]
      .filter(({ href }) => !links.includes(href)).map((link) => new Promise((done) => {
        link.onload = link.onerror = done;
        document.head.append(link);
      })));
    const kept = [...main.querySelectorAll('input[id]:not([type=file]), select, textarea, details')]
      .filter((field) => field.open || !field.dataset.apply && field.form !== form
        && !form?.elements[field.name] && isUnsent(field));
    // The focus stays where it went meanwhile; a waiting button that lost it gets it back.
    const focused = document.activeElement;
    const isAway = focused !== document.body && !main.contains(focused);
    if (busy && !isAway && focused !== main) id = focused.id || id;
    const near = $(id)?.closest('li[id], .at-table .card');
    const row = near?.id || near?.getAttribute('aria-labelledby');
    main.replaceChildren(...fresh.childNodes);
    for (const { id, value, checked, open } of kept) {
      Object.assign($(id) || {}, { value, checked, open });
    }
    // Nothing tells of a roll before its dice have settled.
    const settled = main.querySelector('.dice .total')?.getAnimations()[0]?.finished;
    const tell = (then) => (settled ? settled.then(then, () => {}) : then());
    tell(() => { document.title = page.title; });
    const address = new URL(response.url);
    // What WordPress knows the frame by.
    if (location.hash.startsWith('#?')) address.hash = location.hash;
    if (response.redirected && address.pathname !== shown) {
      try {
        history.pushState(null, '', address);
      } catch {
        // WebKit lets no page of no site take another path.
        return location.assign(address);
      }
      // No answer brings a cookie here, and so a reload would not find a game that has just begun.
      if (isOfNoSite && !/[a-z2-7]{26}/.test(shown)) {
        fetch(address, { mode: 'no-cors', credentials: 'include', keepalive: true }).catch(() => {});
      }
      shown = address.pathname;
      scrollTo(0, 0);
    } else if (response.redirected && address.search !== location.search) {
      // What the old address filled in is done with.
      history.replaceState(null, '', address);
    }
    setBusy(false);
    enhance();
    if (form && sound.ariaPressed === 'true' && main.querySelector('.rolled')) clatter();
    if (!isAway) refocus(id, still, row);
    const field = !before && $(chosen?.id);
    if (field && !field.disabled) {
      Object.assign(field, { value: chosen.value, checked: chosen.checked });
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    } else chosen = null;
    if (before) warn(before);
    if (!still) reveal();
    const next = !before && pressedAhead.shift();
    if (next) return $(next)?.click();
    pressedAhead = [];
    // A field that keeps the focus is not read out again, so what is wrong with it is said.
    const told = main.querySelector('.wrong') ? '#outcome, .wrong' : '[data-announce]';
    const news = [...main.querySelectorAll(told)].map((node) => node.innerText);
    tell(() => say(`${before} ${news.join(' ')}`));
  }

  function warn(text) {
    const note = $('warning') || document.createElement('p');
    note.id = 'warning';
    note.className = 'notice';
    note.textContent = text;
    ($('news') || main).prepend(note);
    say(text);
  }

  /** Asks for the page again, and never plays. */
  async function refresh(id, before) {
    try {
      await show(await fetch(location.href, { cache: 'no-store' }), id, before);
    } catch {
      pressedAhead = [];
      setBusy(false);
      refocus(id);
      warn('Dicehall can’t be reached. Check your connection, then reload this page.');
    }
  }

  async function send(form, action, submitter) {
    if (busy) return void (submitter?.matches(ROLLS) && pressedAhead.push(submitter.id));
    clearTimeout(choice);
    if (chosen?.form === form) chosen = null;
    // Hidden fields that go by one that is seen.
    for (const field of form.querySelectorAll('[type=hidden]')) {
      field.value = $(field.name)?.value ?? field.value;
    }
    let body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    if (form.enctype < 'm') body = new URLSearchParams(body);
    // Who pressed Enter in a field stays in it.
    const id = document.activeElement?.id || submitter?.id || '';
    // A main button stays under the finger.
    const still = submitter?.closest('.moves')?.getBoundingClientRect().top > 0;
    setBusy(true);
    try {
      await show(await fetch(action, { method: 'POST', body }), id, '', form, still);
    } catch {
      // The move may have been made.
      await refresh(id, 'The answer got lost on the way. Here’s how things are now.');
    }
  }

  on('submit', (event) => {
    const { target: form, submitter: by } = event;
    if (form.method < 'p' || !main.contains(form)) return;
    // What is to load a whole page can't where no form is sent.
    if (form.target && !(isOfNoSite && form.target === '_self')) return;
    event.preventDefault();
    send(form, by?.hasAttribute('formaction') ? by.formAction : form.action, by);
  });

  // A double click rolls once; fast fingers roll dice as often as they tap.
  let pressed = 0;
  on('click', (event) => {
    const button = event.target.closest('[data-key]');
    if (!button) return;
    const apart = button.matches(ROLLS) ? 60 : 250;
    if (event.detail > 1 && event.timeStamp - pressed < apart) event.preventDefault();
    else pressed = event.timeStamp;
  });

  /** Sends a choice when the keys rest, but not under a finger: what that presses takes it along. */
  function apply(field) {
    clearTimeout(choice);
    choice = setTimeout(() => {
      if (touched || main.querySelector('button:active')) return apply(field);
      if (field.isConnected) send(field.form, field.dataset.apply);
    }, 250);
  }

  // Not every browser calls a button active while a finger is on it.
  let touched = false;
  on('pointerdown', ({ button, target }) => { touched = !button && !!target.closest?.('button'); });
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => { touched = false; });

  on('change', ({ target }) => target.dataset.apply && apply(target));

  on('input', ({ target }) => {
    if (target.dataset.apply) {
      clearTimeout(choice);
      chosen = target;
    }
    const output = $(target.dataset.output);
    if (!output) return;
    output.textContent = `$${target.value}`;
    target.ariaValueText = output.textContent;
  });

  /** A switch at the foot of the page, `on` or `off` until somebody presses it. */
  function makeSwitch(id, state) {
    try { state = localStorage.getItem(id) || state; } catch {}
    const one = Object.assign(document.createElement('button'), { id, className: 'switch' });
    one.ariaPressed = state === 'on';
    one.addEventListener('click', () => {
      one.ariaPressed = one.ariaPressed !== 'true';
      try { localStorage.setItem(id, one.ariaPressed === 'true' ? 'on' : 'off'); } catch {}
    });
    return one;
  }

  // Single keys can be switched off (WCAG 2.1.4).
  const keySwitch = makeSwitch('keys', 'on');
  const sound = makeSwitch('sound', 'off');
  sound.textContent = 'Sound of dice';
  sound.addEventListener('click', () => sound.ariaPressed === 'true' && clatter());
  // A frame is quiet.
  const switches = self.takeColours ? [keySwitch, sound] : [keySwitch];
  announcer.before(...switches);

  let audio;
  /** What dice sound like that fall on wood. */
  function clatter() {
    audio ||= new AudioContext();
    for (const delay of [0, 0.07, 0.17]) {
      const start = audio.currentTime + delay;
      const knock = new OscillatorNode(audio,
        { type: 'triangle', frequency: 700 + 600 * Math.random() });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0.2, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.05);
      knock.connect(volume).connect(audio.destination);
      knock.start(start);
      knock.stop(start + 0.06);
    }
  }

  // A link to pass on, in the way the device does that, or copied.
  on('click', async (event) => {
    const link = event.target.closest('[data-share]');
    const to = navigator.share || navigator.clipboard;
    if (!link || !to || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      if (navigator.share) return await navigator.share({ url: link.href });
      await navigator.clipboard.writeText(link.href);
      link.textContent = 'Link copied';
      say('Link copied');
    } catch (error) {
      if (error.name !== 'AbortError') location.href = link.href;
    }
  });

  // The colours, for who wants others than the device's; a frame has those of its page.
  if (self.takeColours) {
    const label = Object.assign(document.createElement('label'),
      { className: 'colours', textContent: 'Colours' });
    const choices = label.appendChild(document.createElement('select'));
    choices.append(new Option('As on this device', ''), new Option('Light', 'light'),
      new Option('Dark', 'dark'));
    choices.value = document.documentElement.dataset.theme || '';
    choices.addEventListener('change', () => {
      takeColours(choices.value);
      try { localStorage.setItem('colours', choices.value); } catch {}
    });
    announcer.before(label);
  }

  on('keydown', (event) => {
    // Enter in a field whose button isn't the first of its form.
    const button = event.key === 'Enter' && !event.isComposing && $(event.target.dataset.enter);
    if (button) {
      event.preventDefault();
      return button.click();
    }
    if (event.target.closest('input:not([type=radio]), select')) return;
    if (keySwitch.ariaPressed !== 'true' || event.repeat) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key) keyed(event.key.toLowerCase())?.click();
  });

  addEventListener('popstate', () => location.pathname === shown || location.reload());
  addEventListener('pageshow', (event) => {
    if (event.persisted) refresh(null, '');
  });
  enhance();
})();
