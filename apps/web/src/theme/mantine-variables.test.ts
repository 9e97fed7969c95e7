import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cssVariablesResolver } from './css-variables.ts'
import { theme } from './theme.ts'

const source = join(import.meta.dirname, '..')

/** Of which the product draws nothing; of green and yellow it draws text, in its own colors. */
const unused = [
  /^--mantine-color-(?:blue|cyan|grape|indigo|lime|orange|pink|teal|violet)-/,
  /^--mantine-color-(?:green|yellow)-(?!text)/,
  /^--mantine-color-dark-(?:text|filled|light|outline)/,
  /^--mantine-color-(?:red|gray)-outline/,
  /^--mantine-(?:h\d|heading|breakpoint)-/,
]

it('the variables of the theme are those that Mantine would write into the page, without those that nothing uses', async () => {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver, deduplicateCssVariables: false })
  const markup = renderToStaticMarkup(provider)
  const css = /<style data-mantine-styles="true">(?<css>[^<]+)<\/style>/.exec(markup)?.groups?.['css'] ?? ''
  const lines = css
    .replaceAll(/([{;])/g, '$1\n')
    .replaceAll('}', '}\n')
    .split('\n')
  const kept = lines.filter((line) => !unused.some((name) => name.test(line))).join('\n')
  expect(kept).toContain('--mantine-color-cobalt-7')
  await expect(`/* Written by mantine-variables.test.ts: vitest run -u */\n${kept}`).toMatchFileSnapshot(
    'mantine-variables.css',
  )
})

const usedVariables = (css: string) => [...css.matchAll(/var\((--mantine-[\w-]+)\)/g)].map(([, name = '']) => name)

it('every variable of Mantine that a stylesheet or a component uses without an alternative is there', () => {
  const variables = readFileSync(join(import.meta.dirname, 'mantine-variables.css'), 'utf8')
  const listed = globSync('theme/mantine-*styles.ts', { cwd: source }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/'(@mantine\/[^']+\.css)'/g)].map(([, path = '']) =>
      join(source, '../node_modules', path),
    ),
  )
  const own = globSync('**/*.{css,tsx}', { cwd: source, exclude: ['theme/mantine-variables.css'] }).map((file) =>
    join(source, file),
  )
  const used = new Set([...own, ...listed].flatMap((file) => usedVariables(readFileSync(file, 'utf8'))))
  expect(used.size).toBeGreaterThan(60)
  // Mantine's texts use it where a theme has one.
  used.delete('--mantine-text-wrap')
  expect([...used].filter((name) => !variables.includes(`${name}:`)).toSorted()).toEqual([])
})
