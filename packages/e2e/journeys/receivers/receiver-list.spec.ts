import { callReceiver, responseBody } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[RL-06] an account without receivers is shown what they are, with one that works', async ({
  page,
  person,
  api,
}) => {
  await page.goto('/dashboard/receivers')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expect(page.getByText('You have no HTTP receivers. Click the button above to create one.')).toBeVisible()
  await page.getByRole('button', { name: 'Start from this example' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  await expect(responseBody(page)).toHaveValue('You sent a {{ request.method }}: {{ request.body }}')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Echo')
  const [echo] = await api.receivers.list()
  expect(await callReceiver(echo?.url ?? '', { method: 'POST', body: 'knock' })).toMatchObject({
    code: 200,
    body: 'You sent a POST: knock',
  })
})
