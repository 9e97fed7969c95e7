import { extractHtml } from '@knockwire/domain/conditions/sources/html/extract-html'
import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/notified-test.ts'
import { part, runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

const markup = `<!doctype html><title>Shop</title>
<div id="main"><h1>Tea</h1><table><tr><td>Oolong<td class="price">7 €<tr><td>Assam<td class="price">9&nbsp;€</table></div>
<div id="twice"><p>one<p>two</div><div id="twice"><p>three</p><p id="1st:of all">four</p></div>`

const body = (page: Page) => part(page, 'Response Body')

/** Opens the tree of the newest run's page. */
const openTree = async (page: Page, taskId: string) => {
  await page.goto(`/dashboard/tasks/${taskId}/executions`)
  await runs(page).first().getByRole('button').first().click()
  await body(page).getByRole('button', { name: 'Unfold all' }).click()
}

test('each element of a page has a selector that finds it alone, and begins a notification when its text changes', async ({
  page,
  api,
  targets,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await api.createTask({ url: targets.target(answers.html(markup)).url })
  await api.deactivate(id)
  await api.run(id)
  await openTree(page, id)
  const rows = body(page).getByRole('treeitem')
  const selectorOf = async (text: string) => {
    await rows.filter({ hasText: text }).last().click()
    await body(page).getByRole('button', { name: 'Copy selector' }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  for (const [shown, text] of [
    ['Shop', 'Shop'],
    ['Tea', 'Tea'],
    ['7 €', '7 €'],
    ['9&nbsp;€', '9 €'],
    ['two', 'two'],
    ['three', 'three'],
    ['four', 'four'],
  ] as const) {
    const selector = await selectorOf(shown)
    expect([shown, selector, extractHtml(markup, selector, 'text/html').value]).toEqual([shown, selector, text])
  }
  expect(await selectorOf('four')).toMatch(/^#/)

  await rows.filter({ hasText: '9&nbsp;€' }).last().click()
  await expect(body(page).getByRole('button', { name: 'Chart this' })).toHaveCount(0)
  await body(page).getByRole('button', { name: 'Notify on this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
  await expect(dialog.getByRole('button', { name: 'A value changed' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByLabel('Source')).toHaveValue('response_body_html_element')
  await expect(dialog.getByLabel('CSS selector')).toHaveValue(/td:nth-of-type\(2\)$/)
  await dialog.getByLabel('Comparison').selectOption('string_equal_to')
  await expect(dialog.getByLabel('Value')).toHaveValue('9 €')
  await expect(dialog.getByText('Met by the latest execution', { exact: true })).toBeVisible()
})

const scripted = `<!doctype html><title>Shop</title>
<div id="stock"><style>#stock { color: red }</style><b>Sold out</b><script>track('stock')</script><template><i>new</i></template></div>`

test('an element with scripts, styles and templates in it has the text that conditions read', async ({
  page,
  api,
  targets,
}) => {
  const { id } = await api.createTask({ url: targets.target(answers.html(scripted)).url })
  await api.deactivate(id)
  await api.run(id)
  await openTree(page, id)
  await body(page).getByRole('treeitem').filter({ hasText: 'id="stock"' }).click()
  await body(page).getByRole('button', { name: 'Notify on this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
  await expect(dialog.getByLabel('CSS selector')).toHaveValue('#stock')
  await dialog.getByLabel('Comparison').selectOption('string_equal_to')
  await expect(dialog.getByLabel('Value')).toHaveValue('Sold out')
  expect(extractHtml(scripted, '#stock', 'text/html').value).toBe('Sold out')
})

const templated = `<!doctype html><title>Shop</title>
<div id="stock"><template><i>new</i></template><i>seven</i><i>eight</i></div>`

test('an element after a template has its own selector, and one in a template has none', async ({
  page,
  api,
  targets,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await api.createTask({ url: targets.target(answers.html(templated)).url })
  await api.deactivate(id)
  await api.run(id)
  await openTree(page, id)
  const rows = body(page).getByRole('treeitem')
  const copy = body(page).getByRole('button', { name: 'Copy selector' })
  for (const text of ['seven', 'eight']) {
    await rows.filter({ hasText: text }).last().click()
    await copy.click()
    const selector = await page.evaluate(() => navigator.clipboard.readText())
    expect(extractHtml(templated, selector, 'text/html').value).toBe(text)
  }
  await rows.filter({ hasText: 'new' }).last().click()
  await expect(copy).toHaveCount(0)
})
