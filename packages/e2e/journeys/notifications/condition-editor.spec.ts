import type { Locator } from '@playwright/test'
import { addDialog, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'

const value = (row: Locator) => row.getByLabel(/^Value/)

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
