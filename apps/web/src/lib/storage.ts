import type { z } from 'zod'

const prefix = 'knockwire.'

/** Begins the keys of what belongs to an account rather than to the browser: it is forgotten when the session ends. */
const ofAccount = 'account.'

export const accountKey = (key: string): string => ofAccount + key

/** Browser storage may be full, forbidden or changed by hand: reading falls back, writing is best effort. */
export function readStored<S extends z.ZodType>(key: string, schema: S, fallback: z.output<S>): z.output<S> {
  try {
    const text = window.localStorage.getItem(prefix + key)
    if (text === null) return fallback
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : fallback
  } catch {
    return fallback
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Only a convenience is lost.
  }
}

/** Removes what `accountKey` was stored under, so that the next person at this browser does not find it. */
export function forgetAccount(): void {
  try {
    const keys = Object.keys(window.localStorage)
    for (const key of keys) if (key.startsWith(prefix + ofAccount)) window.localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored, nothing is to be removed.
  }
}
