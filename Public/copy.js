// Buttons that copy the text of a field, or where a link leads.
(() => {
  if (!navigator.clipboard) return;
  const main = document.getElementById('main');
  const announcer = document.getElementById('announcer');
  // A move may replace them.
  function offer() {
    for (const button of main.querySelectorAll('[data-copy]')) button.hidden = false;
  }
  main.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-copy]');
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select?.();
    try {
      await navigator.clipboard.writeText(field.value ?? field.href);
      announcer.textContent = 'Copied.';
      button.textContent = 'Copied';
    } catch {
      announcer.textContent = 'Your browser doesn’t let pages copy. Copy it yourself.';
    }
  });
  new MutationObserver(offer).observe(main, { childList: true });
  offer();
})();
