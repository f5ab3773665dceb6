// In a room: looks every two seconds whether something has happened, and shows it.
(() => {
  if (self.origin === 'null' && !('readable' in document.documentElement.dataset)) return;
  const $ = (id) => document.getElementById(id);
  const main = $('main');
  const announcer = $('announcer');
  let timer;
  // What was asked last, when, and how often in a row in vain.
  let asking;
  let asked = -1000;
  let misses = 0;
  let lastSaid = 0;
  let saying;
  // The newest number that was told, and in what words.
  let heard = 0;
  let told = $('said')?.textContent;
  // Some part had news while it was in use.
  let isBehind = false;
  // A finger or a mouse button is down: what it presses must stay there until it's up.
  let isPressed = false;
  let paused = false;

  /** Marks a room's page that changes by itself; a move may have replaced it. */
  const live = () => $('live');

  // WCAG 2.2.2.
  const pause = Object.assign(document.createElement('button'),
    { id: 'pause-updates', className: 'switch', textContent: 'Pause updates' });
  pause.ariaPressed = false;
  // For the eyes: the button itself says whether it's pressed.
  const state = Object.assign(document.createElement('span'),
    { textContent: 'Live', ariaHidden: true });
  pause.addEventListener('click', () => {
    paused = !paused;
    pause.ariaPressed = paused;
    state.textContent = paused ? 'Paused' : 'Live';
    asking?.abort();
    soon();
  });

  const full = Object.assign(document.createElement('button'),
    { id: 'full-screen', textContent: 'Full screen' });
  full.addEventListener('click', () => (document.fullscreenElement
    ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
  document.addEventListener('fullscreenchange', () => {
    full.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
  });

  /** Where the page has a place for it, and nowhere once nothing changes any more. */
  function offerPause() {
    const place = live() && main.querySelector('[data-pause]');
    if (!place) return pause.parentElement?.replaceChildren();
    if (pause.parentElement === place) return;
    // A move that replaced the page had held it with all other buttons.
    pause.disabled = false;
    delete pause.dataset.held;
    place.append(state, pause);
    // On a wall.
    if (document.fullscreenEnabled && place.closest('.projector')) place.append(full);
  }
  new MutationObserver(offerPause).observe(main, { childList: true });
  offerPause();

  function plan(wait) {
    clearTimeout(timer);
    if (!paused) timer = setTimeout(look, wait ?? pace());
  }

  /** Scattered, so that a crowd that was refused together doesn't come back together. */
  const pace = () => (0.8 + 0.4 * Math.random())
    * Math.min((document.hidden ? 15000 : 2000) * 2 ** misses, 60000);

  /** At once, but not again for each flick through the windows. */
  const soon = () => plan(Math.max(0, asked + 1000 - performance.now()));

  async function look() {
    const here = live();
    if (!here) return plan(2000);
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    asked = performance.now();
    // The answer may never come, as when a phone falls asleep.
    plan(20000);
    try {
      const { state, number, of } = here.dataset;
      const response = await fetch(`${state}?since=${number}${of ? `&of=${of}` : ''}`,
        { cache: 'no-cache', signal });
      if (response.status === 404) return end('This room is no longer there.');
      if (!response.ok) throw response;
      const news = await response.json();
      if (news.number > number && live() === here) await show(news, signal);
      misses = 0;
    } catch {
      if (signal.aborted) return;
      misses += 1;
    }
    plan();
  }

  /** The room or the seat is gone for good: what was played stays, and nothing can be pressed. */
  function end(text) {
    live()?.remove();
    offerPause();
    clearTimeout(saying);
    // No turn, question or advice is anybody's any more.
    for (const part of main.querySelectorAll('.stage :is(#own, #asking, #asked-for, #advising)')) {
      part.replaceChildren();
    }
    const make = (tag, what) => Object.assign(document.createElement(tag), what);
    const note = make('p', { id: 'ended', className: 'notice' });
    // The stage's name from now on.
    note.append(make('span', { id: 'outcome', textContent: text }), ' ',
      make('a', { href: location.href, textContent: 'Look again' }));
    $('notices')?.replaceChildren(note);
    for (const button of main.querySelectorAll('button')) button.disabled = true;
    announcer.textContent = text;
    plan();
  }

  async function show(news, signal) {
    const response = await fetch(location.href, { cache: 'no-store', signal });
    if (!response.ok && response.status !== 403) throw response;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    // The host has closed the large view, or this browser leads the room no more.
    if (!response.ok) return end(page.querySelector('h1 + p').textContent);
    const here = live();
    const fresh = page.getElementById('live');
    // A move is on its way, or has brought a newer page.
    if (!here || main.ariaBusy === 'true' || isPressed) return;
    if (!fresh) {
      const removed = page.getElementById('removed')?.textContent;
      return end(removed ?? 'This browser has no seat here any more. Reload the page to join.');
    }
    if (Number(fresh.dataset.number) < Number(here.dataset.number)) return;
    here.dataset.number = fresh.dataset.number;
    isBehind = false;
    const revealed = [...page.querySelectorAll('[data-revealed]')].find(({ id }) => !$(id));
    const notices = $('notices')?.textContent;
    // First, so that no part is swapped for its number alone.
    const press = page.querySelector('[name="press"]')?.value;
    for (const field of main.querySelectorAll('[name="press"]')) field.value = press ?? field.value;
    for (const part of main.querySelectorAll('[data-live]')) swap(part, page.getElementById(part.id));
    // What was refused before the host went on may be done now.
    if ($('notices')?.textContent !== notices) $('problem')?.remove();
    for (const button of main.querySelectorAll('button[id]')) {
      const same = !button.closest('[data-live]') && page.getElementById(button.id);
      if (same) allow(button, same);
    }
    document.title = page.title;
    say(revealed?.dataset.revealed ?? $('said')?.textContent ?? news.said, news.number, here.dataset.calm);
  }

  /** Never what somebody is using; that follows once they have left it. */
  function swap(part, fresh) {
    if (!fresh) return;
    tellTime(fresh);
    if (part.innerHTML === fresh.innerHTML) return;
    const { activeElement } = document;
    const id = part.contains(activeElement) ? activeElement.id : null;
    if (id !== null) {
      const same = id && [...fresh.querySelectorAll('[id]')].find((other) => other.id === id);
      isBehind = !same || same.disabled || activeElement.matches('input, select, textarea');
      if (activeElement.matches('button')) allow(activeElement, same || { disabled: true });
      if (isBehind) return;
    }
    const kept = [...part.querySelectorAll('details[id], .scroll[id]')]
      .map(({ id, open, scrollTop, scrollLeft }) => ({ id, open, scrollTop, scrollLeft }));
    // What was typed, chosen or ticked and is yet to be sent, or was refused.
    const entered = [...part.querySelectorAll('input[id], select[id]')]
      .filter((field) => 'unsent' in field.dataset || field.checked !== field.defaultChecked
        || field.value !== (field.defaultValue ?? field.querySelector('[selected]')?.value))
      .map(({ id, value, checked }) => ({ id, value, checked }));
    part.replaceChildren(...fresh.childNodes);
    for (const { id, ...state } of [...kept, ...entered]) Object.assign($(id) || {}, state);
    if (id) $(id).focus({ preventScroll: true });
  }

  /** Whether a button can be pressed, as its fresh copy; one with the focus keeps it. */
  function allow(button, { disabled }) {
    const isUsed = button === document.activeElement;
    if (isUsed && disabled) isBehind = true;
    button.ariaDisabled = isUsed && disabled || null;
    button.disabled = !isUsed && disabled;
  }

  /** In the reader's own time zone, as on every page. */
  function tellTime(part) {
    for (const mark of part.querySelectorAll('[data-utc]')) mark.remove();
    const today = new Date().toDateString();
    for (const time of part.querySelectorAll('time')) {
      const date = new Date(time.dateTime);
      const day = date.toDateString() === today ? {} : { day: 'numeric', month: 'short' };
      time.textContent = date.toLocaleString([], { ...day, hour: '2-digit', minute: '2-digit' });
    }
  }

  /** A busy class is told of now and then, and of its last news always, but of nothing twice. */
  function say(text, number, calm) {
    if (!text || number <= heard || calm > 0 && text === told) return;
    heard = number;
    told = text;
    clearTimeout(saying);
    saying = setTimeout(() => {
      lastSaid = Date.now();
      announcer.textContent = text;
    }, lastSaid + calm * 1000 - Date.now());
  }

  main.addEventListener('focusout', () => {
    if (!isBehind || !live()) return;
    live().dataset.number = 0;
    soon();
  });
  main.addEventListener('pointerdown', () => { isPressed = true; });
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () => { isPressed = false; });
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) soon(); });
  plan();
})();
