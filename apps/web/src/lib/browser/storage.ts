/** What a browser keeps beyond a reload, and what a tab does. */
type Area = 'localStorage' | 'sessionStorage'

/** Browser storage may be full, forbidden or changed by hand: reading may find nothing, writing is best effort. */
export function readText(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. False where it is not stored. */
export function writeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** What `valueOf` makes of the JSON that is stored. */
export function readJson<T>(area: Area, key: string, valueOf: (stored: unknown) => T | undefined): T | undefined {
  const text = readText(area, key)
  if (text === null) return undefined
  try {
    return valueOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const writeJson = (area: Area, key: string, value: unknown): boolean =>
  writeText(area, key, JSON.stringify(value))
