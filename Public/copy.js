// Buttons that copy the text of a field.
(() => {
  if (!navigator.clipboard) return;
  const announcer = document.getElementById('announcer');
  for (const button of document.querySelectorAll('[data-copy]')) {
    const field = document.getElementById(button.dataset.copy);
    button.hidden = false;
    button.addEventListener('click', async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        announcer.textContent = 'Copied.';
        button.textContent = 'Copied';
      } catch {
        announcer.textContent = 'Your browser doesn’t let pages copy. The text is selected: copy it yourself.';
      }
    });
  }
})();
