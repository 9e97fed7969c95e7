import type { z } from 'zod'

const prefix = 'knockwire.'

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
