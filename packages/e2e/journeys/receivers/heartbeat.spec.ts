import { addDialog, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { callReceiver, receiverRows, receiverSection } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'

test('a receiver that expects calls goes down when none comes, which a mail tells, and recovers with the next one', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name').fill('Backup')
  await page.getByRole('switch', { name: 'Expect calls' }).check()
  const period = page.getByRole('textbox', { name: 'A call every', exact: true })
  await expect(period).toHaveValue('1')
  await page.getByRole('combobox', { name: 'Unit of A call every' }).click()
  await page.getByRole('option', { name: 'seconds' }).click()
  await period.fill('29')
  await page.getByRole('textbox', { name: 'Grace time', exact: true }).fill('0')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Enter a time from 30 seconds to 366 days.')).toBeVisible()
  await period.fill('30')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  const heartbeat = receiverSection(page, 'Heartbeat')
  await expect(heartbeat).toContainText('No call yet')
  await expect(heartbeat).toContainText('Every 30 s')

  const unnotified = page.getByText('Nobody is notified when an expected call is missing.')
  await expect(unnotified).toBeVisible()
  const dialog = await addDialog(page, 'Email')
  await expect(dialog.getByRole('radio', { name: 'Missing calls' })).toBeChecked()
  await expect(dialog.getByText('Example: an expected call is missing')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Notification created')).toBeVisible()
  await expect(rows(page, 'Email')).toContainText('When an expected call is missing and on recovery')
  await expect(unnotified).toHaveCount(0)

  const id = page.url().split('/').at(-1) ?? ''
  const { url } = await api.receivers.get(id)
  expect((await callReceiver(url)).code).toBe(200)
  const state = heartbeat.getByRole('status')
  await expect(state).toContainText('Up')
  await expect(heartbeat).toContainText('in 2')

  const subjects = async () =>
    (await notify.outbox(person.email)).map(({ subject }) => subject).filter((subject) => subject?.includes('Backup'))
  await expect(state).toContainText('Down', { timeout: 60_000 })
  const changes = heartbeat.getByRole('list', { name: 'Latest changes' })
  await expect(changes.getByRole('listitem').first()).toContainText('No call for 30 s')
  await expect(
    heartbeat.getByRole('img', { name: /^Up .* in the last hour, down once, nothing expected for / }),
  ).toBeVisible()
  await expect.poll(subjects).toEqual(['[Down] Backup: no call for 30 s'])
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await page.getByRole('button', { name: 'Down 1' }).click()
  await expect(receiverRows(page)).toHaveText([/Backup.*Down/s])

  expect((await callReceiver(url)).code).toBe(200)
  await expect
    .poll(subjects)
    .toEqual(['[Recovered] Backup: the last call was a success', '[Down] Backup: no call for 30 s'])
  expect((await api.receivers.get(id)).heartbeat?.state).toBe('UP')
})
