import type { Locator } from 'vitest/browser'
import { expect } from 'vitest'
import { page } from 'vitest/browser'

/** A part of a page, such as "Request Settings" of a task. */
export const section = (name: string): Locator => page.getByRole('region', { name })

/** What the elements of a locator say. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

/** Also where it is no control, such as a box that scrolls. */
export const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus()

/** One of the messages at the top of the page. */
export const expectSnackbar = async (text: string): Promise<void> => {
  const shown = () => [...document.querySelectorAll('.kw-snackbar')].map(({ textContent }) => textContent)
  await expect.poll(shown).toEqual(expect.arrayContaining([expect.stringContaining(text)]))
}

/** What is said about a field, its error included. */
export const expectFieldError = async (field: Locator, error: string | RegExp): Promise<void> => {
  await expect.element(field).toHaveAccessibleDescription(error)
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
}
