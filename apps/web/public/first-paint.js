// Before anything is drawn: a page that is dark from its first moment does not flash. The choice is kept by src/base/look/colour-scheme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('oncoloom.scheme');
  } catch {
    // A browser that keeps nothing follows its system.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.scheme = choice === 'light' || choice === 'dark' ? choice : system;
})();
