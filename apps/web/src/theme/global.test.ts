import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('global.css', import.meta.url), 'utf8')

const declarationsOf = (selector: string): string =>
  css.split('}').find((rule) => rule.split('{')[0]?.trimEnd().endsWith(`\n${selector}`)) ?? ''

it.each([
  ['what is not typed is not drawn as one character', 'body', 'font-variant-ligatures: none'],
  ['figures keep their width', 'body', 'font-variant-numeric: tabular-nums'],
  [
    'a list of suggestions has no arrow outside of its input',
    'input::-webkit-calendar-picker-indicator',
    'display: none',
  ],
  ['a wrong text can be read', '.mantine-Input-wrapper[data-error] .mantine-Input-input', 'color: var(--kw-ink)'],
])('%s', (_title, selector, declaration) => {
  expect(declarationsOf(selector)).toContain(declaration)
})
