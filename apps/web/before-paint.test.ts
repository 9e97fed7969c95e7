import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// What the script does before the first paint is tested in a browser (src/theme/before-paint.test.tsx).
it('the dashboard shows times, and the pages before it do not', () => {
  const attributesOf = (document: string) =>
    /<script( data-formats-times)?>\s*<!--before-paint-->/.exec(
      readFileSync(new URL(document, import.meta.url), 'utf8'),
    )
  const found = ['index.html', 'visitor.html', 'rates.html'].map(attributesOf)
  expect(found).not.toContain(null)
  expect(found.map((match) => match?.[1] !== undefined)).toEqual([true, false, false])
})
