import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { rows } from '../../harness/notification-screens.ts'
import { mailedCode } from '../../harness/mails.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { answers } from '../../harness/target-server.ts'
import { newPerson } from '../../harness/test.ts'

/** Presses of the pointer and of keys that press, by which a person gets on; typing and waiting are not among them. */
const countClicks = async (page: Page): Promise<() => number> => {
  let clicks = 0
  await page.exposeFunction('noteClick', () => void (clicks += 1))
  await page.addInitScript(() => {
    const note = (window as unknown as { noteClick: () => void }).noteClick
    window.addEventListener('pointerdown', () => note(), { capture: true })
    window.addEventListener('keydown', ({ key }) => void (['Tab', 'Enter', ' '].includes(key) && note()), {
      capture: true,
    })
  })
  return () => clicks
}

const mostClicks = 12

const unnotified = 'Nobody is notified when this fails.'

/** From the list of tasks to the saved alert. */
const beNotifiedWhenDown = async (page: Page, url: string, address: string) => {
  await page.getByRole('button', { name: 'Create task' }).click()
  await page.getByLabel('URL', { exact: true }).click()
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/tasks\/[0-9a-f-]{36}\/executions$/)
  await expect(page.getByText(unnotified)).toBeVisible()
  await page.getByRole('link', { name: 'Add an email alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
  await expect(dialog.getByRole('button', { name: 'It is down' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByRole('combobox', { name: 'Email address' })).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toContainText('No response, or status code is at least 400')
  await expect(rows(page, 'Email')).toContainText(address)
  await expect(page.getByText(unnotified)).toHaveCount(0)
}

test(`a new account comes from the front page to an alert of its task within ${mostClicks} clicks`, async ({
  page,
  targets,
  product,
}) => {
  const person = newPerson('Grace')
  const clicks = await countClicks(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Start free' }).click()
  await page.getByLabel('First name').click()
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Email').click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm your email' })
  await expect(confirmation.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(await mailedCode(page, product, person.email, /./))
  await expect(confirmation).toBeHidden()
  await beNotifiedWhenDown(page, targets.target(answers.plain('open')).url, person.email)
  expect(clicks()).toBeLessThanOrEqual(mostClicks)
})

test('somebody who is signed in comes from the front page to an alert within seven clicks, and the mail comes', async ({
  page,
  notify,
  person,
  targets,
  api,
}) => {
  await notify.verify(person.email)
  const clicks = await countClicks(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  const target = targets.target(answers.plain('closed', 503))
  await beNotifiedWhenDown(page, target.url, person.email)
  expect(clicks()).toBeLessThanOrEqual(7)
  expect((await api.getTask(new URL(page.url()).pathname.split('/')[3] ?? '')).notificationCount).toBe(1)
})

test('a task that notifies nobody says so on both of its tabs, until it has a notification and once that is deleted', async ({
  page,
  api,
  notify,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}/executions`)
  await expect(page.getByText(unnotified)).toBeVisible()
  await expectNoAxeViolations(page, 'a task that notifies nobody')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Add an email alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/tasks/${id}`)
  // Nothing was typed, so nothing is asked.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add an email alert' })).toBeFocused()

  await notify.add({
    taskId: id,
    type: 'SMS',
    smsSetting: { countryCode: '+1', phoneNumber: '6045550199', template: 'Down' },
  })
  await page.reload()
  await expect(rows(page, 'SMS')).toHaveCount(1)
  await expect(page.getByText(unnotified)).toHaveCount(0)
  await rows(page, 'SMS')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('dialog', { name: 'Delete notification' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(unnotified)).toBeVisible()
})

test('where the account has one condition a notification, the alert that is offered is about no response, and says so', async ({
  page,
  api,
}) => {
  await page.goto('/dashboard/account')
  const saved = page.waitForResponse(/accounts\/me\/settings$/)
  await page.getByRole('switch', { name: 'Several conditions in one notification' }).click()
  expect((await saved).ok()).toBe(true)
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}/executions`)
  await page.getByRole('link', { name: 'Add an email alert for when no response comes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
  await expect(dialog.getByLabel('Comparison')).toHaveValue('is_null')
})
