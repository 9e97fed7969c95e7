import type { ClientError, ClientErrorReport } from '@knockwire/domain/client-errors/client-error'
import { framesOf, messageWithoutValues, pageWithoutIds } from '@knockwire/domain/client-errors/without-values'

/** Of one page: what goes wrong again and again is reported once. */
const maxReported = 10
const waitMs = 1_000

const reported = new Set<string>()
let waiting: ClientError[] = []

const build = () => document.querySelector<HTMLMetaElement>('meta[name="knockwire-build"]')?.content

/** Reports an error to the operator of the server, without anything that was typed. Only of pages that were built. */
export function reportClientError(kind: ClientError['kind'], thrown: unknown): void {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error('Something else was thrown.')
  const frames = framesOf(stack)
  // Of an extension of the browser, or of a call that the page gave up or that had no network.
  const isOther = (kind === 'error' || kind === 'rejection') && frames.length === 0
  if (isOther || name === 'AbortError' || !navigator.onLine || build() === undefined) return
  const error = { kind, name: name.slice(0, 100), message: messageWithoutValues(message), frames }
  const key = JSON.stringify(error)
  if (reported.has(key) || reported.size >= maxReported) return
  reported.add(key)
  if (waiting.length === 0) setTimeout(send, waitMs)
  waiting.push({ ...error, page: pageWithoutIds(window.location.pathname).slice(0, 200) })
}

function send(): void {
  if (waiting.length === 0) return
  const report: ClientErrorReport = { build: build() ?? '', errors: waiting }
  waiting = []
  const headers = { 'content-type': 'application/json' }
  // It is worth no second try: the server logs what fails there.
  fetch('/api/v1/client-errors', { method: 'POST', headers, body: JSON.stringify(report), keepalive: true }).catch(
    () => {},
  )
}

/** Called once by each document. Boundaries report what crashes within them. */
export function watchForErrors(): void {
  window.addEventListener('error', ({ error }) => reportClientError('error', error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportClientError('rejection', reason))
  // Vite's, of every import of code that failed.
  window.addEventListener('vite:preloadError', (event) => reportClientError('code', event.payload))
  window.addEventListener('pagehide', send)
}
