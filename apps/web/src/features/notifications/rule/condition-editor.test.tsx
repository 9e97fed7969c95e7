import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { addDialog, editDialog, expectRow, saveDialog } from '../../../testing/notification-screens.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectFieldError, focus } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { serveTask } from '../../../testing/serve-task.ts'

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

const valuesOf = (select: Locator): string[] =>
  select
    .getByRole('option')
    .elements()
    .map((option) => (option as HTMLOptionElement).value)

const value = (row: Locator) => row.getByLabelText(/^Value/)

/** The dialog of a new notification by HTTP, of an account that may combine conditions. */
async function openDialog({ isAdvanced = true } = {}) {
  server.get('/accounts/me', 'AccountView', () => account({ settings: { isAdvancedConditionEnabled: isAdvanced } }))
  const { view } = serveTask(task())
  const served = serveNotifications()
  await openPage(`/dashboard/tasks/${view.id}`)
  return { served, dialog: await addDialog('HTTP') }
}

const hook = 'https://hooks.example.com/'
const fillUrl = (dialog: Locator) => dialog.getByLabelText('URL', { exact: true }).fill(hook)
const condition = (dialog: Locator, number: number) => dialog.getByRole('group', { name: `Condition ${number}` })

it('[TN-17, TN-21..TN-43] each source with its property, its comparisons, and what it starts with', async () => {
  const { dialog } = await openDialog()
  const row = dialog.getByRole('group', { name: 'Condition' })
  const source = row.getByLabelText('Source')
  const comparison = row.getByLabelText('Comparison')
  await expect.element(source).toHaveFocus()
  await expect.element(source).toHaveValue('response_code')
  await expect.element(comparison).toHaveValue('number_equal_to')
  await expect.element(value(row)).toHaveValue('200')
  expect(valuesOf(source)).toEqual(Object.keys(sources))

  for (const [name, { label, property, comparison: standard }] of Object.entries(sources).toReversed()) {
    await comparison.selectOptions('string_contain')
    await value(row).fill('typed')
    await source.selectOptions(label)
    await expect.element(source).toHaveValue(name)
    await expect.element(comparison).toHaveValue(standard)
    await expect.element(value(row)).toHaveValue('200')
    expect(valuesOf(comparison).toSorted()).toEqual([...withValue, ...withoutValue].toSorted())
    expect(row.getByRole('textbox').elements()).toHaveLength(property === null ? 1 : 2)
    if (property === null) continue
    await expect.element(row.getByLabelText(property)).toHaveValue('')
    await row.getByLabelText(property).fill('typed')
  }
  for (const name of withValue) {
    await comparison.selectOptions(name)
    await expect.element(value(row)).toBeVisible()
  }
  for (const name of withoutValue) {
    await comparison.selectOptions(name)
    await expect.element(value(row)).not.toBeInTheDocument()
  }
})

it('the form says what a comparison makes of a missing response or value, and what is sent of changes', async () => {
  const { dialog, served } = await openDialog()
  const comparison = dialog.getByLabelText('Comparison')
  await expect.element(comparison).toHaveAccessibleDescription('')
  await comparison.selectOptions('number_not_equal_to')
  await expect.element(comparison).toHaveAccessibleDescription(/^Not met when there is no response/)
  await comparison.selectOptions('No response')
  await expect.element(comparison).toHaveValue('is_null')
  await comparison.selectOptions('Has a response')
  await expect.element(comparison).toHaveValue('not_null')
  await dialog.getByLabelText('Source').selectOptions('response_header')
  await comparison.selectOptions('string_not_equal_to')
  await expect.element(comparison).toHaveAccessibleDescription(/^Also met when a response lacks this value/)
  await comparison.selectOptions('Is null')
  await dialog.getByLabelText('Source').selectOptions('response_code')
  await expect.element(dialog.getByText(/One message per incident\./)).toBeVisible()

  await comparison.selectOptions('has_changed')
  await expect.element(comparison).toHaveAccessibleDescription(/^A value that could not be read is not a change/)
  await expect.element(dialog.getByLabelText('Recovered after')).not.toBeInTheDocument()
  await expect.element(dialog.getByText(/One message for consecutive changes\./)).toBeVisible()
  await expect.element(dialog.getByText(/One message for each change\./)).toBeVisible()
  await fillUrl(dialog)
  await expect.element(dialog.getByLabelText('Also notify me on recovery')).not.toBeInTheDocument()
  await saveDialog(dialog)
  await expectRow('HTTP', 'Status code has changed', 'On the first of consecutive changes')
  expect(served.stored).toMatchObject([
    { condition: { comparison: 'has_changed' }, firing: { mode: 'ON_START', notifyOnRecovery: false } },
  ])
})

it('[TN-44..TN-47] several conditions are added, saved as numbers and texts, and edited again', async () => {
  const { dialog, served } = await openDialog()
  await fillUrl(dialog)
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const second = condition(dialog, 2)
  await expect.element(second.getByLabelText('Source')).toHaveFocus()
  await second.getByLabelText('Source').selectOptions('response_body_json')
  await second.getByLabelText('JSON path').fill('$.price')
  await second.getByLabelText('Comparison').selectOptions('number_less_than')
  await value(second).fill('7.5')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await condition(dialog, 3).getByLabelText('Source').selectOptions('response_body_text')
  await saveDialog(dialog)
  expect(served.stored[0]?.condition.advancedCondition?.orOperands).toEqual([
    {
      andOperands: [
        { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 },
        { source: 'response_body_json', property: '$.price', comparison: 'number_less_than', rightValue: 7.5 },
        { source: 'response_body_text', property: '', comparison: 'string_equal_to', rightValue: '200' },
      ],
    },
  ])

  const editing = await editDialog('HTTP')
  await expect.element(value(condition(editing, 2))).toHaveValue('7.5')
  await editing.getByRole('button', { name: 'Remove condition 1' }).click()
  await editing.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect.element(editing.getByRole('button', { name: /^Remove condition/ })).not.toBeInTheDocument()
  await saveDialog(editing)
  await expectRow('HTTP', 'JSON body at $.price is less than 7.5')
  expect(served.stored[0]?.condition.advancedCondition).toBeNull()
})

it('[TN-46, TN-47, ER-15, ER-16] alternatives are added by keyboard, corrected, saved, edited and removed', async () => {
  const { dialog, served } = await openDialog()
  await fillUrl(dialog)
  await dialog.getByLabelText('Comparison').selectOptions('is_null')
  await expect.element(dialog.getByRole('group', { name: /^Alternative/ })).not.toBeInTheDocument()
  focus(dialog.getByRole('button', { name: 'Add alternative' }))
  await userEvent.keyboard('{Enter}')
  const first = dialog.getByRole('group', { name: 'Alternative 1' })
  const second = dialog.getByRole('group', { name: 'Alternative 2' })
  await expect.element(condition(dialog, 2).getByLabelText('Source')).toHaveFocus()
  await condition(dialog, 2).getByLabelText('Comparison').selectOptions('number_greater_than_or_equal_to')
  await value(condition(dialog, 2)).fill('many')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectFieldError(value(condition(dialog, 2)), /Enter a number/)

  // The error goes along with its condition when one is added before it.
  focus(first.getByRole('button', { name: 'Add condition' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(condition(dialog, 2).getByLabelText('Source')).toHaveFocus()
  await expectFieldError(value(condition(dialog, 3)), /Enter a number/)
  await expect.element(value(condition(dialog, 2))).not.toBeInvalid()
  expect(second.getByRole('group').elements()).toHaveLength(1)
  await expect.element(first.getByText(/All of these must be met\./)).toBeVisible()
  await first.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect.element(condition(dialog, 1).getByLabelText('Source')).toHaveFocus()
  await value(condition(dialog, 2)).fill('400')
  await dialog.getByLabelText('Recovered after').fill('3')
  await saveDialog(dialog)
  await expectRow('HTTP', 'No response, or status code is at least 400', 'and on recovery after 3 in a row')
  const code = { source: 'response_code', property: '' }
  const atLeast = { ...code, comparison: 'number_greater_than_or_equal_to', rightValue: 400 }
  expect(served.stored[0]?.condition.advancedCondition?.orOperands).toEqual([
    { andOperands: [{ ...code, comparison: 'is_null', rightValue: null }] },
    { andOperands: [atLeast] },
  ])
  expect(served.stored[0]?.firing).toMatchObject({ mode: 'ON_START', recoverAfterInARow: 3 })

  const editing = await editDialog('HTTP')
  await expect.element(value(editing.getByRole('group', { name: 'Alternative 2' }))).toHaveValue('400')
  await editing.getByRole('button', { name: 'Remove condition 1' }).click()
  await expect.element(editing.getByRole('group', { name: /^Alternative/ })).not.toBeInTheDocument()
  await saveDialog(editing)
  await expectRow('HTTP', 'Status code is at least 400')
  expect(served.stored[0]?.condition).toEqual({ ...atLeast, advancedCondition: null })
})

it('[TN-45] ten conditions are the most', async () => {
  const { dialog } = await openDialog()
  const add = dialog.getByRole('button', { name: 'Add condition' })
  for (let count = 2; count <= 10; count += 1) await add.click()
  await expect.poll(() => dialog.getByRole('group', { name: /^Condition \d/ }).elements()).toHaveLength(10)
  await expect.element(add).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Add alternative' })).toBeDisabled()
  await expect.element(dialog.getByText(/ten is the maximum/)).toBeVisible()
})

it('[TN-45, ER-17] several conditions that the account may not have any more are rejected, until they are one', async () => {
  const { dialog } = await openDialog()
  await fillUrl(dialog)
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const message = 'Your account has one condition a notification.'
  server.post('/notifications', 'NotificationView', () =>
    rejected(422, 'INVALID_FIELDS', { errors: { tooManyConditions: message } }),
  )
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove condition 2' }).click()
  await expect.element(dialog.getByText(message)).not.toBeInTheDocument()
})

it('[TN-45] an account that may not combine conditions has one, and no way to add more', async () => {
  const { dialog } = await openDialog({ isAdvanced: false })
  await expect.element(dialog.getByRole('group', { name: 'Condition' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Add (condition|alternative)/ })).not.toBeInTheDocument()
})

it('[ER-02, ER-15, ER-16] a rejected condition says so at its own field, until that is edited', async () => {
  const { dialog } = await openDialog()
  await fillUrl(dialog)
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  const [first, second] = [condition(dialog, 1), condition(dialog, 2)]
  await value(first).fill('two hundred')
  await second.getByLabelText('Source').selectOptions('response_body_json')
  await second.getByLabelText('JSON path').fill('$[')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()

  await expectFieldError(value(first), /Enter a number/)
  await expectFieldError(second.getByLabelText('JSON path'), /JSON path/)
  await expect.element(value(second)).not.toBeInvalid()
  await expect.element(value(first)).toHaveFocus()
  await expect.element(dialog.getByText('Correct the marked fields.')).toBeVisible()
  await value(first).fill('200')
  await expect.element(value(first)).not.toBeInvalid()
  await expectFieldError(second.getByLabelText('JSON path'), /JSON path/)
  await second.getByLabelText('JSON path').fill('$.price')
  await expect.element(dialog.getByText('Correct the marked fields.')).not.toBeInTheDocument()
  await saveDialog(dialog)
  await expect.element(page.getByRole('region', { name: 'HTTP' }).getByRole('table')).toBeVisible()
})
