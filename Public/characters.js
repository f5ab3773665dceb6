// Prints the record sheet, filters the shop, and fills in what an address has after its #.
(() => {
  document.documentElement.dataset.scripts = 'on';
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-print]')) print();
  });
  // A filter of the shop acts at once, and keeps the focus on the page that follows.
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.filters [type="checkbox"]')) return;
    target.form.action += `#${target.id}`;
    target.form.requestSubmit();
  });

  // No browser sends that to a server, so it ends up in no log.
  function fill() {
    const [, name, value] = location.hash.match(/^#(code|secret)=([\w-]+)$/) || [];
    const field = name && document.getElementById(name);
    if (!field) return;
    field.value = value;
    field.focus();
  }
  addEventListener('hashchange', fill);
  fill();
})();
