import type { Page } from '@playwright/test'
import { stopClock } from '../../harness/pause.ts'
import { chooseStatus } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('[SN-01..SN-05] a snackbar stands at the top center for 3.5 seconds, its style telling good from bad', async ({
  page,
  api,
  targets,
  problem,
}) => {
  const target = targets.target(answers.plain('no number'), 'hang')
  const task = await api.createTask({ url: target.url })
  await api.run(task.id)
  await page.clock.install()
  await page.goto(`/dashboard/tasks/${task.id}`)

  await page.getByRole('button', { name: 'Test' }).click()
  const info = snackbar(page, 'Test task has been scheduled')
  await expect(info).toHaveClass(/kw-snackbar-info/)
  // One live region reads it out, and no other within that.
  await expect(info.locator('xpath=ancestor::*[@aria-live="polite"]')).toHaveCount(1)
  await expect(info.getByRole('status')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Details' })).toBeVisible()
  await expect(info).toBeHidden()

  await stopClock(page)
  await page.getByLabel('Source').selectOption('response_body_text')
  const warning = snackbar(page, 'Chart only supports numeric values')
  await expect(warning).toHaveClass(/kw-snackbar-warning/)
  await page.clock.runFor(1_000)
  const box = await warning.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 1280 / 2)).toBeLessThan(10)
  expect(box?.y).toBeLessThan(100)
  await page.clock.runFor(2_400)
  await expect(warning).toBeVisible()
  await page.clock.runFor(100)
  // Time to fade.
  await page.clock.runFor(500)
  await expect(warning).toBeHidden()
  await page.clock.resume()

  const draft = await api.createDraft()
  await page.goto(`/dashboard/drafts/${draft}`)
  problem.announce(422, 'activate=true')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const error = snackbar(page, 'Error creating task')
  await expect(error).toHaveClass(/kw-snackbar-error/)
  await error.getByRole('button', { name: 'Dismiss' }).click()
  await expect(error).toBeHidden()
})

test('the three styles differ in color and sign', async ({ page, api, targets, problem }) => {
  const target = targets.target(answers.plain('no number'), 'hang')
  const task = await api.createTask({ url: target.url })
  await api.run(task.id)
  const looks: string[] = []
  const note = async (style: string) => {
    const icon = page.locator(`.kw-snackbar-${style} .mantine-Notification-icon`)
    const color = await icon.evaluate((element) => getComputedStyle(element).backgroundColor)
    const sign = await icon.locator('svg').getAttribute('class')
    looks.push(`${color} ${sign}`)
  }
  await page.goto(`/dashboard/tasks/${task.id}`)
  await page.getByRole('button', { name: 'Test' }).click()
  await note('info')
  await page.getByLabel('Source').selectOption('response_body_text')
  await note('warning')
  await page.goto(`/dashboard/drafts/${await api.createDraft()}`)
  problem.announce(422, 'activate=true')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await note('error')
  expect(new Set(looks.map((look) => look.split(') ')[0])).size).toBe(3)
  expect(new Set(looks.map((look) => look.split(') ')[1])).size).toBe(3)
})

/** What can be pressed and lies beneath it, by its name. */
const covered = async (page: Page, text: string): Promise<string[]> => {
  const said = snackbar(page, text)
  await expect(said).toBeVisible()
  return said.evaluate(async (element) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const others = [...document.querySelectorAll('a, button, input')].filter((other) => !element.contains(other))
    const beneath = others.filter((other) => {
      const box = other.getBoundingClientRect()
      const isShown = box.width > 0 && box.bottom > 0
      return isShown && box.left < right && box.right > left && box.top < bottom && box.bottom > top
    })
    return beneath.map((other) => other.textContent || other.outerHTML)
  })
}

for (const [name, width] of Object.entries({ 'on a screen': 1280, 'on a tablet': 768, 'on a phone': 390 })) {
  test(`${name} it covers neither the navigation nor a button of the page`, async ({ page, api }) => {
    await page.setViewportSize({ width, height: 800 })
    const receiver = await api.receivers.create({ name: 'Deployments' })
    await page.goto(`/dashboard/receivers/${receiver.id}`)
    await expect(page.getByRole('button', { name: 'Enter code' })).toBeVisible()
    await chooseStatus(page, 'Deactivate')
    expect(await covered(page, 'Receiver deactivated')).toEqual([])
    // The second comes below the first.
    await chooseStatus(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await covered(page, 'Receiver deleted')).toEqual([])
  })
}
