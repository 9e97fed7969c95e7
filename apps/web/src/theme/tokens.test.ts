import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Scheme = 'light' | 'dark'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The tokens of a scheme by their names. */
const tokensOf = (scheme: Scheme): Record<string, string> => {
  const [, light = '', dark = ''] = /:root \{(.*?)\n\}.*?scheme='dark'\] \{(.*?)\n\}/s.exec(css) ?? []
  const declared = (scheme === 'light' ? light : dark).matchAll(/--kw-([\w-]+): (#[\da-f]{6});/g)
  return Object.fromEntries([...declared].map(([, name, value]) => [name, value]))
}

/** Relative luminance (WCAG 2.2) of "#rrggbb". */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Where the foregrounds have less contrast than they need on one of the backgrounds: "warn on panel: 2.54". */
const tooFaint = (scheme: Scheme, foregrounds: string[], backgrounds: string[], least: number): string[] => {
  const tokens = tokensOf(scheme)
  const valueOf = (name: string) => tokens[name] ?? `no token ${name}`
  return foregrounds.flatMap((name) =>
    backgrounds.flatMap((behind) => {
      const ratio = contrast(valueOf(name), valueOf(behind))
      return ratio >= least ? [] : [`${name} on ${behind}: ${ratio.toFixed(2)}`]
    }),
  )
}

const surfaces = ['canvas', 'panel', 'hover']

describe.each(['light', 'dark'] as const)('In %s, by WCAG 2.2', (scheme) => {
  it('graphics that say something (states, lines and points of charts) have a contrast of 3:1 on every surface', () => {
    expect(tooFaint(scheme, ['ok', 'warn', 'bad', 'idle', 'accent', 'muted'], surfaces, 3)).toEqual([])
    // The edge of a row that failed stands on its tint.
    for (const state of ['ok', 'warn', 'bad']) expect(tooFaint(scheme, [state], [`${state}-soft`], 3)).toEqual([])
  })

  it('texts have a contrast of 4.5:1 on every surface', () => {
    const texts = ['ink', 'muted', 'accent', 'ok-text', 'warn-text', 'bad-text']
    expect(tooFaint(scheme, texts, surfaces, 4.5)).toEqual([])
  })

  it('texts of a state have a contrast of 4.5:1 on its soft color', () => {
    const faint = ['ok', 'warn', 'bad'].flatMap((state) => tooFaint(scheme, [`${state}-text`], [`${state}-soft`], 4.5))
    expect([...faint, ...tooFaint(scheme, ['ink', 'accent'], ['accent-soft'], 4.5)]).toEqual([])
  })
})
