import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const css = read('fonts.css').toString()
const tokens = read('../tokens.css').toString()

const files = [...css.matchAll(/url\('\.\/([^']+)'\)/g)].map(([, file = '']) => file)

it('each typeface is one file in the format of the web, below 30 KB, and its license is among what is served', () => {
  expect(files).toEqual(['geist.woff2', 'geist-mono.woff2'])
  for (const file of files) {
    const content = read(file)
    expect(content.subarray(0, 4).toString()).toBe('wOF2')
    expect(content.length).toBeLessThan(30_000)
  }
  expect(read('../../../public/fonts/LICENSE.txt').toString()).toContain('SIL Open Font License, Version 1.1')
})

it('the tokens name the families that the stylesheet declares', () => {
  const declared = [...css.matchAll(/font-family: ['"]([^'"]+)['"]/g)].map(([, family]) => family)
  const named = [...tokens.matchAll(/--kw-font(?:-mono)?: (.+);/g)].flatMap(([, families = '']) => families.split(', '))
  expect(named.map((family) => family.replaceAll("'", ''))).toEqual(expect.arrayContaining(declared))
})

it.each(['index.html', 'visitor.html', 'rates.html'])(
  '%s asks for the typeface before the stylesheet does',
  (document) => {
    const html = read(`../../../${document}`).toString()
    const preloaded = [...html.matchAll(/rel="preload" href="\/src\/theme\/fonts\/([^"]+)" as="font"/g)].map(
      ([, file]) => file,
    )
    expect(preloaded).toContain('geist.woff2')
    expect(files).toEqual(expect.arrayContaining(preloaded))
  },
)
