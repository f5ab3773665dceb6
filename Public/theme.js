// Takes the colours that the reader chose, before anything is drawn; else they are the device's.
{
  const dark = document.querySelector('link[media*=dark]');
  const auto = dark.media;
  self.takeColours = (choice) => {
    dark.media = { light: 'not all', dark: 'screen' }[choice] || auto;
    document.documentElement.dataset.theme = choice;
  };
  try { takeColours(localStorage.getItem('colours') || ''); } catch {}
}
