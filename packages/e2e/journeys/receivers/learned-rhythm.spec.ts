import { countRequests } from '../../harness/database.ts'
import { receiverSection } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('what is usual is shown and tried on the receiver’s own requests, and then expected', async ({
  page,
  api,
  product,
}) => {
  const receiver = await api.receivers.create({ name: 'Shop events' })
  await countRequests(product, receiver.id, 30)
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('switch', { name: 'Expect calls' }).check()
  await page.getByRole('radio', { name: 'As many as usual' }).check()

  const usual = page.getByRole('region', { name: 'What is usual' })
  await expect(usual).toContainText('learned from the last 28 days')
  await expect(usual).toContainText('you would have been alerted once:')
  await expect(usual.getByRole('list', { name: 'Alerts of the trial' }).getByRole('listitem')).toHaveText([
    /^0 requests .*; usually \d+ to \d+$/,
  ])
  const week = usual.getByRole('slider', { name: 'Usual requests by hour of the week' })
  await week.focus()
  await page.keyboard.press('Home')
  await expect(week).toHaveAttribute('aria-valuetext', /^Mon 12:00 AM: about \d+, /)

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver settings updated')).toBeVisible()
  const heartbeat = receiverSection(page, 'Heartbeat')
  await expect(heartbeat).toContainText('As many as usual')
  await expect(heartbeat).toContainText('Next count')
  expect((await api.receivers.get(receiver.id)).expectation).toMatchObject({ mode: 'LEARNED', everySeconds: null })
})

test('what is usual cannot be expected before there are fourteen days of requests, which the form says', async ({
  page,
  api,
  product,
  problem,
}) => {
  problem.announce(422, '/api/v1/receivers/')
  const receiver = await api.receivers.create({ name: 'New events' })
  await countRequests(product, receiver.id, 6)
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('switch', { name: 'Expect calls' }).check()
  await page.getByRole('radio', { name: 'As many as usual' }).check()
  const message = /There are [56] days of requests to learn from; 14 days are needed\./
  await expect(page.getByRole('region', { name: 'What is usual' })).toContainText(message)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('group', { name: 'Expected calls' }).getByText(message)).toHaveCount(2)
  expect((await api.receivers.get(receiver.id)).expectation).toBeNull()
})
