import { mailHtml, type MailContent } from '@knockwire/services/mail/mail-frame'
import { framedSystemMail } from '@knockwire/services/mail/system-mail'
import type { Page } from '@playwright/test'
import { axeViolations } from '../../harness/axe.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { answers } from '../../harness/target-server.ts'

const executionUrl =
  'https://knockwire.example/dashboard/tasks/0190a2c0-0000-7000-8000-000000000001/executions/0190a2c0-0000-7000-8000-000000000002'

const notification = (changes: Partial<MailContent>): string =>
  mailHtml({
    heading: 'Shop front: checkout of the second region',
    facts: [
      ['Before', '200 in 12 ms'],
      ['Now', '500 in 123 ms'],
      ['When', 'Nov 22, 2026, 04:31:17 (Europe/Berlin)'],
      ['For', '4 executions in a row, 4 min'],
    ],
    body: `Status code does not equal 200\n\nURL: https://shop.example/${'health/'.repeat(20)}`,
    action: { label: 'Open this execution', url: executionUrl },
    footer: { text: 'Sent by Knockwire.', link: { label: 'Unsubscribe', url: executionUrl } },
    ...changes,
  })

const system = (subject: string, ...paragraphs: string[]) =>
  framedSystemMail({ to: 'ada@example.com', subject, text: paragraphs.join('\n\n') }).html ?? ''

const mails: Readonly<Record<string, string>> = {
  alert: notification({ states: [{ label: 'Down', tone: 'bad' }] }),
  recovered: notification({ states: [{ label: 'Recovered', tone: 'good' }] }),
  'test-down': notification({
    states: [
      { label: 'Test', tone: 'neutral' },
      { label: 'Down', tone: 'bad' },
    ],
  }),
  code: system('123456 is your Knockwire code', 'Your code for confirming this address:', '123456', 'Enter it.'),
  limit: system('Your email limit is reached', 'They are used up.', `Plans and usage: ${executionUrl}`),
}

const show = async (page: Page, html: string, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await page.setContent(html)
}

/** Where pictures go, for somebody to look at them. */
const pictures = process.env['MAIL_PICTURES']

for (const [name, html] of Object.entries(mails)) {
  test(`a mail fits a phone of 360 px and can be read light and dark: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const scheme of ['light', 'dark'] as const) {
      await show(page, html, scheme)
      expect(await axeViolations(page, { rules: ['color-contrast'] })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/mail-${name}-${scheme}.png`, fullPage: true })
    }
    expect(
      await page
        .getByRole('link')
        .evaluateAll((links) => links.every((link) => link.getAttribute('href')?.startsWith('https://'))),
    ).toBe(true)
  })
}

test('a notification mail says state, task, value and time, and its one button opens the execution', async ({
  page,
  api,
  notify,
  person,
  targets,
  product,
}) => {
  await notify.verify(person.email)
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.json({ price: 7 })).url })
  await notify.add({ type: 'EMAIL', taskId: task.id, emailSetting: { address: person.email } } as Parameters<
    typeof notify.add
  >[0])
  const run = await api.run(task.id)
  const url = `${product.dashboardUrl}/dev/outbox.json?to=${encodeURIComponent(person.email)}`
  const newest = async (): Promise<{ subject: string; html: string } | undefined> =>
    (await (await page.request.get(url)).json())[0]
  await expect.poll(async () => (await newest())?.subject).toContain('Tea')
  await page.goto('/dev/outbox')
  const mail = page.frameLocator(`iframe[title="${(await newest())?.subject}"]`).first()
  await expect(mail.getByText('Test', { exact: true })).toBeVisible()
  await expect(mail.getByText('Alert', { exact: true })).toBeVisible()
  await expect(mail.getByRole('heading', { name: 'Tea' })).toBeVisible()
  await expect(mail.getByText(/^200 in [\d.]+ ms$/)).toBeVisible()
  const button = mail.getByRole('link', { name: 'Open this execution' })
  await expect(button).toHaveCount(1)
  expect(await button.getAttribute('href')).toBe(
    `${product.dashboardUrl}/dashboard/tasks/${task.id}/executions/${run.id}`,
  )
})
