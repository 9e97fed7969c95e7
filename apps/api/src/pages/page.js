// Runs before the first paint of the development outbox, so that a dark page never flashes white.
;(function () {
  // The dashboard's choice, which apps/web/before-paint.js reads as well, holds here too; anything but these two leaves it to the system.
  var kept = null
  try {
    kept = window.localStorage.getItem('knockwire.color-scheme')
  } catch {
    kept = null
  }
  if (kept === 'light' || kept === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', kept)

  // The server knows neither the reader's zone nor whether the reader's clock has 12 or 24 hours.
  document.addEventListener('DOMContentLoaded', function () {
    var format = new Intl.DateTimeFormat('en', {
      hourCycle: new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    document.querySelectorAll('time[datetime]').forEach(function (time) {
      time.textContent = format.format(Date.parse(time.dateTime))
    })
  })

  // A mail has its dark colors in a media rule, which knows the system's scheme only.
  function applyScheme(mail) {
    if (kept !== 'light' && kept !== 'dark') return
    mail.documentElement.style.colorScheme = kept
    for (var sheet of mail.styleSheets)
      for (var rule of sheet.cssRules)
        if (rule.media && rule.media.mediaText === '(prefers-color-scheme: dark)')
          rule.media.mediaText = kept === 'dark' ? 'all' : 'not all'
  }

  // Nothing opens within the frame of a mail.
  function openLinksOutside(mail) {
    mail.querySelectorAll('a[href]').forEach(function (link) {
      link.target = '_blank'
      link.rel = 'noopener'
    })
  }

  // A mail is shown whole: its frame is as high as what is in it at this width.
  function fit(frame) {
    if (!frame.contentDocument) return
    var borders = frame.offsetHeight - frame.clientHeight
    frame.style.height = frame.contentDocument.documentElement.offsetHeight + borders + 'px'
  }

  // A frame's load does not bubble.
  document.addEventListener(
    'load',
    function (event) {
      if (!(event.target instanceof HTMLIFrameElement) || !event.target.contentDocument) return
      applyScheme(event.target.contentDocument)
      openLinksOutside(event.target.contentDocument)
      fit(event.target)
    },
    true,
  )
  window.addEventListener('resize', function () {
    document.querySelectorAll('iframe').forEach(fit)
  })
})()
