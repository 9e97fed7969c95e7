import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = readFileSync(new URL('before-paint.js', import.meta.url), 'utf8')

interface Browser {
  /** What is kept of the color scheme. */
  kept?: string | null
  isStorageForbidden?: boolean
  isSystemDark?: boolean
  /** Attributes of the document's script. */
  attributes?: readonly string[]
}

const run = ({ kept = null, isStorageForbidden = false, isSystemDark = false, attributes = [] }: Browser) => {
  const set: Record<string, string> = {}
  const later: (() => void)[] = []
  const formats: unknown[] = []
  const getItem = () => {
    if (isStorageForbidden) throw new Error('storage is forbidden')
    return kept
  }
  runInNewContext(script, {
    window: {
      localStorage: { getItem },
      matchMedia: () => ({ matches: isSystemDark }),
      setTimeout: (callback: () => void) => later.push(callback),
    },
    document: {
      documentElement: { setAttribute: (name: string, value: string) => (set[name] = value) },
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
  return { scheme: set['data-mantine-color-scheme'], later, formats }
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
