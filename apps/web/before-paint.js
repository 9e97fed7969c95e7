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

  // Nothing is shown in another typeface and then moves: the page appears once its typeface is there, or a second later without
  // that (tokens.css). A frame is drawn once the stylesheet is there, which names the fonts.
  window.requestAnimationFrame(function () {
    var root = document.documentElement
    var isAwaited = true
    function show(isLate) {
      if (!isAwaited) return
      isAwaited = false
      if (isLate) root.setAttribute('data-typeface', 'late')
      else root.removeAttribute('data-typeface')
    }
    root.setAttribute('data-typeface', 'awaited')
    window.setTimeout(show, 1000, true)
    var families = ['Geist', 'Geist Mono'].slice(0, document.querySelectorAll('link[as=font]').length)
    Promise.all(
      families.map(function (family) {
        return document.fonts.load('16px "' + family + '"')
      }),
    ).then(
      function () {
        return show(false)
      },
      function () {
        return show(true)
      },
    )
  })

  // A browser reads its languages with the first time that is formatted, which takes up to a tenth of a second: where the page
  // shows times, that is done while its scripts are being loaded.
  if (document.currentScript.hasAttribute('data-formats-times'))
    window.setTimeout(function () {
      new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
    })
})()
