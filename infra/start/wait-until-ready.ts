import { setTimeout as delay } from 'node:timers/promises'

const timeoutMs = 60_000
const intervalMs = 25

const ask = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    const text = await response.text()
    return response.ok ? null : `${response.status} ${text}`
  } catch {
    return 'no answer'
  }
}

/** Resolves once `url` answers that its app is ready. */
export const waitUntilReady = async (name: string, url: string, signal: AbortSignal): Promise<void> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const trouble = await ask(url)
    if (trouble === null) return
    if (performance.now() > deadline)
      throw new Error(`The ${name} is not ready after ${timeoutMs / 1000} s: ${trouble}.`)
    await delay(intervalMs, undefined, { signal })
  }
}
