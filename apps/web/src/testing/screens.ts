import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** A part of a page, such as "Request Settings" of a task. */
export const section = (name: string): Locator => page.getByRole('region', { name })

/** What the elements of a locator say. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

/** A part of an opened row below its title, such as "Response Body". */
export const part = async (title: string): Promise<Locator> => {
  const heading = page.getByRole('heading', { name: title, exact: true })
  await expect.element(heading).toBeInTheDocument()
  const found = heading.element().closest('section')
  if (found === null) throw new Error(`“${title}” is the title of no section.`)
  return page.elementLocator(found)
}

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

/** A button of a dialog, or of another part of a page. */
export const press = (where: Locator, button: string): Promise<void> =>
  where.getByRole('button', { name: button, exact: true }).click()

/** Neither Esc nor a click outside loses what is typed: the one asks, the other does nothing. */
export async function expectToBeKept(dialog: Locator, field: Locator, typed: string): Promise<void> {
  await field.fill(typed)
  const question = dialog.getByText('Your changes are not saved.', { exact: false })
  document.elementFromPoint(5, 5)?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  ;(document.elementFromPoint(5, 5) as HTMLElement).click()
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await press(dialog, 'Keep editing')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue(typed)
}
