import { expect, newPerson, test } from '../../harness/test.ts'
import { answers } from '../../harness/target-server.ts'

test('[SH-21, SH-22, TL-17, DR-01, DR-02, DR-03, SC-01, TH-01, TH-02, TH-20] a person signs up, creates a task, and watches its runs arrive', async ({
  page,
  targets,
}) => {
  const person = newPerson('Grace')
  const target = targets.target(answers.json({ price: 7 }))

  await page.goto('/signup')
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Confirm your email' }).getByRole('button', { name: 'Later' }).click()

  await expect(page.getByText('There are no scheduled HTTP tasks. Click the button above to create one.')).toBeVisible()
  await page.getByRole('button', { name: 'Create task' }).click()
  await expect(page).toHaveURL(/\/dashboard\/drafts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create task')

  await page.getByLabel('Name').fill('Price of tea')
  await page.getByLabel('URL', { exact: true }).fill(target.url)
  await page.getByText('1 minute', { exact: true }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await expect(page).toHaveURL(/\/dashboard\/tasks\/[0-9a-f-]{36}\/executions$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Price of tea')
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
  await expect.poll(() => target.calls.length).toBe(1)

  const rows = page.getByRole('table', { name: 'Details' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0).getByRole('columnheader')).toHaveText(['Date', 'Status', 'Status Code', 'Response Time'])
  await expect(rows.nth(1)).toContainText('Succeeded')
  await expect(rows.nth(1)).toContainText('200')
  const health = page.getByRole('group', { name: 'Health' })
  await expect(health).toContainText(/Up for \d+ s/)
  await expect(health).toContainText('Uptime 24 h100%')

  target.reacts(answers.plain('gone', 410))
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('410')
  await expect(page.getByRole('slider', { name: 'Response Time of 2 executions' })).toBeVisible()
})
