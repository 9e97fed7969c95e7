import type { Locator } from '@playwright/test'
import { setAdvancedConditions } from '../../harness/advanced-conditions.ts'
import { addDialog, group, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { expectFieldError } from '../../harness/screens.ts'

const sources = {
  response_code: { label: 'Response Code', property: null, comparison: 'number_equal_to' },
  response_time: { label: 'Response Time', property: null, comparison: 'number_greater_than' },
  response_header: { label: 'Response Header', property: 'Header name', comparison: 'string_equal_to' },
  response_body_json: { label: 'Response Body (JSON)', property: 'JSON path', comparison: 'string_equal_to' },
  response_body_html_element: {
    label: 'Response Body (HTML Element)',
    property: 'CSS selector',
    comparison: 'string_equal_to',
  },
  response_body_text: { label: 'Response Body (Text)', property: null, comparison: 'string_equal_to' },
} as const

const withValue = [
  'string_equal_to',
  'string_not_equal_to',
  'string_contain',
  'string_not_contain',
  'number_equal_to',
  'number_not_equal_to',
  'number_greater_than',
  'number_greater_than_or_equal_to',
  'number_less_than',
  'number_less_than_or_equal_to',
  'collection_has_key',
  'collection_has_value',
]
const withoutValue = ['any', 'has_changed', 'boolean_is_true', 'boolean_is_false', 'is_null', 'not_null']

const valuesOf = (select: Locator): Promise<string[]> =>
  select.getByRole('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))

const value = (row: Locator) => row.getByLabel(/^Value/)

test('[TN-17, TN-21..TN-43] each source with its property, its comparisons, and what it starts with', async ({
  page,
  api,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const row = (await addDialog(page, 'HTTP')).getByRole('group', { name: 'Condition' })
  const source = row.getByLabel('Source')
  const comparison = row.getByLabel('Comparison')
  await expect(source).toBeFocused()
  await expect(source).toHaveValue('response_code')
  await expect(comparison).toHaveValue('number_equal_to')
  await expect(value(row)).toHaveValue('200')
  expect(await valuesOf(source)).toEqual(Object.keys(sources))

  for (const [name, { label, property, comparison: standard }] of Object.entries(sources).toReversed()) {
    await comparison.selectOption('string_contain')
    await value(row).fill('typed')
    await source.selectOption(label)
    await expect(source).toHaveValue(name)
    await expect(comparison).toHaveValue(standard)
    await expect(value(row)).toHaveValue('200')
    expect((await valuesOf(comparison)).toSorted()).toEqual([...withValue, ...withoutValue].toSorted())
    await expect(row.getByRole('textbox')).toHaveCount(property === null ? 1 : 2)
    if (property === null) continue
    await expect(row.getByLabel(property)).toHaveValue('')
    await row.getByLabel(property).fill('typed')
  }
  for (const name of withValue) {
    await comparison.selectOption(name)
    await expect(value(row)).toBeVisible()
  }
  for (const name of withoutValue) {
    await comparison.selectOption(name)
    await expect(value(row)).toHaveCount(0)
  }
})

test('the form says what a comparison makes of a missing response or value, and what is sent of changes', async ({
  page,
  api,
  notify,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  const comparison = dialog.getByLabel('Comparison')
  await expect(comparison).toHaveAccessibleDescription('')
  await comparison.selectOption('number_not_equal_to')
  await expect(comparison).toHaveAccessibleDescription(/^Not met when there is no response/)
  await comparison.selectOption('No response')
  await expect(comparison).toHaveValue('is_null')
  await comparison.selectOption('Has a response')
  await expect(comparison).toHaveValue('not_null')
  await dialog.getByLabel('Source').selectOption('response_header')
  await comparison.selectOption('string_not_equal_to')
  await expect(comparison).toHaveAccessibleDescription(/^Also met when a response lacks this value/)
  await comparison.selectOption('Is null')
  await dialog.getByLabel('Source').selectOption('response_code')
  await expect(dialog.getByText('One message per incident.')).toBeVisible()

  await comparison.selectOption('has_changed')
  await expect(comparison).toHaveAccessibleDescription(/^A value that could not be read is not a change/)
  await expect(dialog.getByLabel('Recovered after')).toHaveCount(0)
  await expect(dialog.getByText('One message for consecutive changes.')).toBeVisible()
  await expect(dialog.getByText('One message for each change.')).toBeVisible()
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await expect(dialog.getByLabel('Also notify me on recovery')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toContainText('Status code has changed')
  await expect(rows(page, 'HTTP')).toContainText('On the first of consecutive changes')
  expect(await notify.list(id)).toMatchObject([
    { condition: { comparison: 'has_changed' }, firing: { mode: 'ON_START', notifyOnRecovery: false } },
  ])
})

test('[TN-44..TN-47] several conditions are added, saved as numbers and texts, and edited again', async ({
  page,
  api,
  notify,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await expect(second.getByLabel('Source')).toBeFocused()
  await second.getByLabel('Source').selectOption('response_body_json')
  await second.getByLabel('JSON path').fill('$.price')
  await second.getByLabel('Comparison').selectOption('number_less_than')
  await value(second).fill('7.5')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const third = dialog.getByRole('group', { name: 'Condition 3' })
  await third.getByLabel('Source').selectOption('response_body_text')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const [kept] = await notify.list(id)
  expect(kept?.condition.advancedCondition?.orOperands).toEqual([
    {
      andOperands: [
        { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 },
        { source: 'response_body_json', property: '$.price', comparison: 'number_less_than', rightValue: 7.5 },
        { source: 'response_body_text', property: '', comparison: 'string_equal_to', rightValue: '200' },
      ],
    },
  ])

  await rows(page, 'HTTP').getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog', { name: 'Edit HTTP notification' })
  await expect(value(editing.getByRole('group', { name: 'Condition 2' }))).toHaveValue('7.5')
  await editing.getByRole('button', { name: 'Remove condition 1' }).click()
  await editing.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect(editing.getByRole('button', { name: /^Remove condition/ })).toHaveCount(0)
  await editing.getByRole('button', { name: 'Save' }).click()
  // The row had said this among other things before.
  await expect(editing).toBeHidden()
  await expect(rows(page, 'HTTP')).toContainText('JSON body at $.price is less than 7.5')
  expect((await notify.list(id))[0]?.condition.advancedCondition).toBeNull()
})

test('[TN-46, TN-47, ER-15, ER-16] alternatives are added by keyboard, corrected, saved, edited and removed', async ({
  page,
  api,
  notify,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await dialog.getByLabel('Comparison').selectOption('is_null')
  await expect(dialog.getByRole('group', { name: /^Alternative/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add alternative' }).focus()
  await page.keyboard.press('Enter')
  const first = dialog.getByRole('group', { name: 'Alternative 1' })
  const second = dialog.getByRole('group', { name: 'Alternative 2' })
  const condition = (number: number) => dialog.getByRole('group', { name: `Condition ${number}` })
  await expect(condition(2).getByLabel('Source')).toBeFocused()
  await condition(2).getByLabel('Comparison').selectOption('number_greater_than_or_equal_to')
  await value(condition(2)).fill('many')
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(value(condition(2)), /Enter a number/)

  // The error goes along with its condition when one is added before it.
  await first.getByRole('button', { name: 'Add condition' }).focus()
  await page.keyboard.press('Enter')
  await expect(condition(2).getByLabel('Source')).toBeFocused()
  await expectFieldError(value(condition(3)), /Enter a number/)
  await expect(value(condition(2))).not.toHaveAttribute('aria-invalid', 'true')
  await expect(second.getByRole('group')).toHaveCount(1)
  await expect(first).toContainText('All of these must be met.')
  await first.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect(condition(1).getByLabel('Source')).toBeFocused()
  await value(condition(2)).fill('400')
  await dialog.getByLabel('Recovered after').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows(page, 'HTTP')).toContainText('No response, or status code is at least 400')
  await expect(rows(page, 'HTTP')).toContainText('and on recovery after 3 in a row')
  const code = { source: 'response_code', property: '' }
  const atLeast = { ...code, comparison: 'number_greater_than_or_equal_to', rightValue: 400 }
  const [kept] = await notify.list(id)
  expect(kept?.condition.advancedCondition?.orOperands).toEqual([
    { andOperands: [{ ...code, comparison: 'is_null', rightValue: null }] },
    { andOperands: [atLeast] },
  ])
  expect(kept?.firing).toMatchObject({ mode: 'ON_START', recoverAfterInARow: 3 })

  await rows(page, 'HTTP').getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog', { name: 'Edit HTTP notification' })
  await expect(value(editing.getByRole('group', { name: 'Alternative 2' }))).toHaveValue('400')
  await editing.getByRole('button', { name: 'Remove condition 1' }).click()
  await expect(editing.getByRole('group', { name: /^Alternative/ })).toHaveCount(0)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(rows(page, 'HTTP')).toContainText('Status code is at least 400')
  expect((await notify.list(id))[0]?.condition).toEqual({ ...atLeast, advancedCondition: null })
})

test('[TN-45] ten conditions are the most', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  const add = dialog.getByRole('button', { name: 'Add condition' })
  for (let count = 2; count <= 10; count += 1) await add.click()
  await expect(dialog.getByRole('group', { name: /^Condition \d/ })).toHaveCount(10)
  await expect(add).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Add alternative' })).toBeDisabled()
  await expect(dialog).toContainText('ten is the maximum')
})

test('[TN-45, ER-17] without the account’s flag there is one condition, and several are rejected', async ({
  page,
  api,
  person,
  product,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await setAdvancedConditions(product, person.email, true)
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await setAdvancedConditions(product, person.email, false)
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const rejection = dialog.getByText('Your account has one condition a notification.')
  await expect(rejection).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect(rejection).toHaveCount(0)

  await page.reload()
  const without = await addDialog(page, 'HTTP')
  await expect(without.getByRole('group', { name: 'Condition' })).toBeVisible()
  await expect(without.getByRole('button', { name: /^Add (condition|alternative)/ })).toHaveCount(0)
})

test('[ER-02, ER-15, ER-16] a rejected condition says so at its own field, until that is edited', async ({
  page,
  api,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL').fill('https://hooks.example.com/')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const first = dialog.getByRole('group', { name: 'Condition 1' })
  const second = dialog.getByRole('group', { name: 'Condition 2' })
  await value(first).fill('two hundred')
  await second.getByLabel('Source').selectOption('response_body_json')
  await second.getByLabel('JSON path').fill('$[')
  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expectFieldError(value(first), /Enter a number/)
  await expectFieldError(second.getByLabel('JSON path'), /JSON path/)
  await expect(value(second)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(value(first)).toBeFocused()
  await expect(dialog.getByText('Correct the marked fields.')).toBeVisible()
  await value(first).fill('200')
  await expect(value(first)).not.toHaveAttribute('aria-invalid', 'true')
  await expectFieldError(second.getByLabel('JSON path'), /JSON path/)
  await second.getByLabel('JSON path').fill('$.price')
  await expect(dialog.getByText('Correct the marked fields.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(group(page, 'HTTP').getByRole('table')).toBeVisible()
})
