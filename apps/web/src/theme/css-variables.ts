import type { CSSVariablesResolver } from '@mantine/core'
import { dark, gray } from './theme.ts'

const stateColors = {
  '--mantine-color-error': 'var(--kw-bad-text)',
  '--mantine-color-red-text': 'var(--kw-bad-text)',
  '--mantine-color-yellow-text': 'var(--kw-warn-text)',
  '--mantine-color-green-text': 'var(--kw-ok-text)',
}

/** Of subtle and light buttons, which are nearly white in the dark otherwise, and look like text. */
const buttonColors = {
  '--mantine-color-cobalt-light-color': 'var(--kw-accent)',
  '--mantine-color-red-light-color': 'var(--kw-bad-text)',
}

/** What mantine-variables.css is written with: Mantine's own shades for these miss the contrast of 4.5 on our surfaces. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...stateColors, '--mantine-color-default-border': gray[3] },
  dark: { ...stateColors, ...buttonColors, '--mantine-color-default-border': dark[4] },
})
