import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'

const script = readFileSync(new URL('before-paint.js', import.meta.url), 'utf8')

interface Browser {
  /** What is kept of the color scheme. */
  kept?: string | null
  isStorageForbidden?: boolean
  isSystemDark?: boolean
  /** Attributes of the document's script. */
  attributes?: readonly string[]
  /** Resolves once the page's fonts are there. */
  fonts?: Promise<unknown>
}

const run = ({
  kept = null,
  isStorageForbidden = false,
  isSystemDark = false,
  attributes = [],
  fonts = Promise.resolve(),
}: Browser) => {
  const set: Record<string, string> = {}
  const later: (() => void)[] = []
  const frames: (() => void)[] = []
  const loaded: string[] = []
  const formats: unknown[] = []
  const getItem = () => {
    if (isStorageForbidden) throw new Error('storage is forbidden')
    return kept
  }
  runInNewContext(script, {
    window: {
      localStorage: { getItem },
      matchMedia: () => ({ matches: isSystemDark }),
      setTimeout: (callback: (argument: unknown) => void, _ms: number, argument: unknown) =>
        later.push(() => callback(argument)),
      requestAnimationFrame: (callback: () => void) => frames.push(callback),
    },
    document: {
      documentElement: {
        setAttribute: (name: string, value: string) => (set[name] = value),
        removeAttribute: (name: string) => delete set[name],
      },
      querySelectorAll: () => [{}],
      fonts: {
        load: (font: string) => {
          loaded.push(font)
          return fonts
        },
      },
      currentScript: { hasAttribute: (name: string) => attributes.includes(name) },
    },
    Intl: {
      DateTimeFormat: class {
        resolvedOptions() {
          formats.push(this)
        }
      },
    },
  })
  return {
    scheme: set['data-mantine-color-scheme'],
    typeface: () => set['data-typeface'],
    frames,
    later,
    loaded,
    formats,
  }
}

describe('before the first paint', () => {
  it.each<[string, Browser, string]>([
    ['the chosen dark scheme', { kept: 'dark' }, 'dark'],
    ['the chosen light scheme, where the system is dark', { kept: 'light', isSystemDark: true }, 'light'],
    ['the system’s dark scheme', { isSystemDark: true }, 'dark'],
    ['the system’s light scheme', {}, 'light'],
    ['the system’s scheme, as chosen', { kept: 'auto', isSystemDark: true }, 'dark'],
    ['the system’s scheme, where storage is forbidden', { isStorageForbidden: true, isSystemDark: true }, 'dark'],
  ])('a page has %s', (_name, browser, expected) => {
    expect(run(browser).scheme).toBe(expected)
  })

  it('a page that shows times has their format prepared, behind the first paint; another page does not', () => {
    const { later, formats } = run({ attributes: ['data-formats-times'] })
    expect([later.length, formats.length]).toEqual([1, 0])
    later[0]?.()
    expect(formats).toHaveLength(1)
    expect(run({}).later).toEqual([])
  })

  it('a page appears once the typefaces that its document asks for are there', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { typeface, frames, later, loaded } = run({ fonts: promise })
    expect(typeface()).toBeUndefined()
    for (const frame of frames) frame()
    expect([typeface(), ...loaded]).toEqual(['awaited', '16px "Geist"'])
    resolve([])
    await vi.waitFor(() => expect(typeface()).toBeUndefined())
    for (const show of later) show()
    expect(typeface()).toBeUndefined()
  })

  it('a page whose typeface does not come in time, or at all, appears without it, and stays so', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { typeface, frames, later } = run({ fonts: promise })
    for (const step of [...frames, ...later]) step()
    expect(typeface()).toBe('awaited')
    for (const show of later) show()
    expect(typeface()).toBe('late')
    resolve([])
    await promise
    expect(typeface()).toBe('late')
    const failed = run({ fonts: Promise.reject(new Error('no such font')) })
    for (const frame of failed.frames) frame()
    await vi.waitFor(() => expect(failed.typeface()).toBe('late'))
  })

  it('the dashboard shows times, and the pages before it do not', () => {
    const attributesOf = (document: string) =>
      /<script( data-formats-times)?>\s*<!--before-paint-->/.exec(
        readFileSync(new URL(document, import.meta.url), 'utf8'),
      )
    const found = ['index.html', 'visitor.html', 'rates.html'].map(attributesOf)
    expect(found).not.toContain(null)
    expect(found.map((match) => match?.[1] !== undefined)).toEqual([true, false, false])
  })
})
