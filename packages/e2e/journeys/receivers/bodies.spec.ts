import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { callReceiver, requestPart, requestRows } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'
import type { Api } from '../../harness/api.ts'

const json = 'application/json'

/** Sends one body to a new receiver, and opens it. */
async function openBody(page: Page, api: Api, body: BodyInit, contentType?: string): Promise<Locator> {
  const receiver = await api.receivers.create()
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  await callReceiver(receiver.url, { method: 'POST', headers, body })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  return requestPart(page, 'Request Body')
}

for (const [look, width] of [
  ['wide', 1280],
  ['narrow', 360],
] as const) {
  test(`the viewer passes axe and fits, ${look}, light and dark`, async ({ page, api }) => {
    await page.setViewportSize({ width, height: 800 })
    const sent = JSON.stringify({ note: 'x'.repeat(500), list: [1, null, true, { deep: ['\u{202e}'] }] })
    const body = await openBody(page, api, sent, json)
    await body.getByRole('button', { name: 'Search in request body' }).click()
    await body.getByRole('textbox', { name: 'Search in request body' }).fill('deep')
    await expect(body.getByText('1 of 1')).toBeVisible()
    await expectNoAxeViolations(page)
    const shots = process.env['BODY_SCREENSHOTS']
    for (const colorScheme of shots ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${shots}/body-${look}-${colorScheme}.png`, fullPage: true })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}
