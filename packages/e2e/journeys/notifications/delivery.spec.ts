import { addDialog, choose, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { part } from '../../harness/screens.ts'
import { slackMessages } from '../../harness/slack-page.ts'
import { answers } from '../../harness/target-server.ts'

test('[TN-18, TN-20, TH-28] what the dialogs set up is delivered, and stands on the execution', async ({
  page,
  api,
  notify,
  person,
  targets,
}) => {
  await notify.verify(person.email)
  const hook = targets.target(answers.plain('thanks'))
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.json({ price: 7 })).url })
  await page.goto(`/dashboard/tasks/${task.id}`)

  const email = await addDialog(page, 'Email')
  await template(email, 'Subject').fill('Price {{ condition.value }}')
  await email.getByLabel('Source').selectOption('response_body_json')
  await email.getByLabel('JSON path').fill('$.price')
  await email.getByLabel('Comparison').selectOption('number_less_than')
  await email.getByLabel('Value').fill('8')
  await email.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toHaveCount(1)

  const slack = await addDialog(page, 'Slack')
  await template(slack, 'Message').fill(`Tea ${task.id}`)
  await choose(slack, 'Slack channel', 'New Slack channel')
  await page.getByRole('link', { name: '#teatime' }).click()
  await page.getByRole('dialog', { name: 'Add Slack notification' }).getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Slack')).toHaveCount(1)

  const http = await addDialog(page, 'HTTP')
  await http.getByLabel('Method').selectOption('POST')
  await http.getByLabel('URL').fill(hook.url)
  await template(http, 'Body').fill('{{ task.name }}')
  await http.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'HTTP')).toHaveCount(1)

  const run = await api.run(task.id)
  await expect.poll(async () => (await notify.outbox(person.email)).map(({ subject }) => subject)).toContain('Price 7')
  await expect.poll(() => hook.calls.map(({ body }) => body)).toEqual(['Tea'])
  await expect.poll(slackMessages).toContain(`Tea ${task.id}`)

  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  await expect(page.getByText(`Email to ${person.email}`)).toBeVisible()
  await expect(page.getByText('Slack to #teatime (Acme)')).toBeVisible()
  await expect(page.getByText(`HTTP to ${hook.url}`)).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(3)
  // Each says which condition triggered it: several may go to one address.
  await expect(part(page, 'Notification Status')).toHaveText(
    /Email to .*JSON body at \$\.price is less than 8.*Slack to .*Status code equals 200.*HTTP to .*Status code equals 200/s,
  )
})
