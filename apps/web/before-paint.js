// Runs before the first paint. The build writes this script into each document; the server's content security policy allows it by
// its hash.
;(function () {
  // So that a dark page never flashes white.
  var kept = null
  try {
    kept = window.localStorage.getItem('knockwire.color-scheme')
  } catch {
    kept = null
  }
  var dark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // A browser reads its languages with the first time that is formatted, which takes up to a tenth of a second: where the page
  // shows times, that is done while its scripts are being loaded.
  if (document.currentScript.hasAttribute('data-formats-times'))
    window.setTimeout(function () {
      new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
    })
})()
