import { axeViolations } from '../../harness/axe.ts'
import { addDialog } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'

/** Where pictures go, for somebody to look at them. */
const pictures = process.env['OUTBOX_PICTURES']

test('the development outbox shows a whole mail on a wide screen and on a phone, with one inset and the time in the reader’s zone', async ({
  page,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  await page.goto(`/dev/outbox?to=${encodeURIComponent(person.email)}`)
  const mail = page.getByRole('article').first()
  const frame = mail.locator('iframe')
  const time = await mail.getByRole('time').textContent()
  expect(time).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M GMT\+[12]$/)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const hiddenPixels = () =>
      frame.evaluate((element: HTMLIFrameElement) => {
        const content = element.contentDocument?.documentElement
        return content && [content.offsetHeight - element.clientHeight, content.scrollWidth - element.clientWidth]
      })
    await expect.poll(hiddenPixels).toEqual([0, 0])
    const [outer, inner] = [await mail.boundingBox(), await frame.boundingBox()]
    // Edge to edge within the card's border.
    expect((outer?.width ?? 0) - (inner?.width ?? 0)).toBe(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await axeViolations(page)).toEqual([])
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${width}.png`, fullPage: true })
  }
})

for (const [chosen, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test(`the development outbox and its mails have the ${chosen} scheme that was chosen, where the system’s is ${system}`, async ({
    page,
    notify,
    person,
  }) => {
    await notify.verify(person.email)
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((scheme) => localStorage.setItem('knockwire.color-scheme', scheme), chosen)
    await page.goto(`/dev/outbox?to=${encodeURIComponent(person.email)}`)
    const lightness = (element: Element) => {
      const [red = 0, , , alpha = 1] =
        getComputedStyle(element)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? []
      if (alpha === 0) return 'transparent'
      return red > 127 ? 'light' : 'dark'
    }
    expect(await page.locator('body').evaluate(lightness)).toBe(chosen)
    expect(await page.frameLocator('iframe').first().locator('body').evaluate(lightness)).toBe(chosen)
    expect(await axeViolations(page, { rules: ['color-contrast'] })).toEqual([])
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${chosen}.png`, fullPage: true })
  })
}

test('a link of a mail in the outbox opens in its own tab', async ({ page, api, notify, person }) => {
  await notify.verify(person.email)
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'Email')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText(`Test sent to ${person.email}`)).toBeVisible()
  await page.goto(`/dev/outbox?to=${encodeURIComponent(person.email)}`)
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').first().getByRole('link', { name: 'Open this task' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(new RegExp(`/dashboard/tasks/${task.id}$`))
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Tea')
})
