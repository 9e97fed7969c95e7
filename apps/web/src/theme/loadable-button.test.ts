import { ActionIcon, Button, MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LoadableButton } from './loadable-button.tsx'
import { theme } from './theme.ts'

/** The attributes of the button that is rendered, as written. */
const buttonTag = (button: ReactElement): string => {
  const markup = renderToStaticMarkup(createElement(MantineProvider, { theme }, button))
  return /<button[^>]*>/.exec(markup)?.[0] ?? ''
}

const busy = { loading: true, disabled: true, type: 'submit' } as const

it.each([
  ['button', createElement(Button<'button'>, busy)],
  ['icon button', createElement(ActionIcon<'button'>, busy)],
])('a loading %s is not disabled, so that it keeps the focus', (_name, button) => {
  const tag = buttonTag(button)
  expect(tag).toContain('type="submit"')
  expect(tag).toContain('aria-disabled="true"')
  expect(tag).not.toContain(' disabled=""')
})

it('a button that does not load is disabled where it is to be, and sends no form unless it is to', () => {
  expect(buttonTag(createElement(Button<'button'>, { disabled: true }))).toContain(' disabled=""')
  expect(buttonTag(createElement(Button<'button'>))).toContain('type="button"')
  expect(buttonTag(createElement(Button<'button'>))).not.toContain('aria-disabled')
})

it('a click on a loading button, or Enter in its form, does nothing', () => {
  const onClick = vi.fn<() => void>()
  const event = { preventDefault: vi.fn<() => void>(), stopPropagation: vi.fn<() => void>() }
  const { props } = LoadableButton({ 'data-loading': true, onClick })
  props.onClick(event)
  expect(onClick).not.toHaveBeenCalled()
  expect(event.preventDefault).toHaveBeenCalledOnce()
  expect(event.stopPropagation).toHaveBeenCalledOnce()
})
