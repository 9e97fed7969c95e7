import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { cssVariablesResolver, theme } from './theme.ts'

it('the variables of the theme are those that Mantine would write into the page', async () => {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme, cssVariablesResolver }))
  const css = /<style data-mantine-styles="true">(?<css>[^<]+)<\/style>/.exec(markup)?.groups?.['css'] ?? ''
  const lines = css.replaceAll(/([{;])/g, '$1\n').replaceAll('}', '}\n')
  expect(lines).toContain('--mantine-color-cobalt-7')
  await expect(`/* Written by mantine-variables.test.ts: vitest run -u */\n${lines}`).toMatchFileSnapshot(
    'mantine-variables.css',
  )
})
