// Sets the color scheme before the first paint, so that a dark page never flashes white.
// A file of its own: the content security policy allows no inline script.
;(function () {
  var kept = null
  try {
    kept = window.localStorage.getItem('knockwire.color-scheme')
  } catch (error) {
    kept = null
  }
  var dark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
