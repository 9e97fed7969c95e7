import { gzipSync } from 'node:zlib'
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

const tree = (body: Locator) => body.getByRole('tree', { name: 'Request body as a tree' })
const text = (body: Locator) => body.getByLabel('Request body as text')

/** Few rows are drawn however many there are: it is what keeps the page from freezing. */
const fewRows = 80

test('[RH-05] JSON is shown as it is written: large numbers, trailing zeros, members of the same name', async ({
  page,
  api,
}) => {
  const written = '{"id": 12345678901234567890, "price": 1.10, "dup":1,"dup":2}'
  const body = await openBody(page, api, written, json)
  await expect(tree(body).getByRole('treeitem')).toHaveText([
    '▾{ 4 keys }',
    'id: 12345678901234567890',
    'price: 1.10',
    'dup: 1',
    'dup: 2',
  ])
  await body.getByText('Formatted', { exact: true }).click()
  await expect(text(body)).toHaveText('{  "id": 12345678901234567890,  "price": 1.10,  "dup": 1,  "dup": 2}')
  await body.getByText('Raw', { exact: true }).click()
  await expect(text(body)).toHaveText(written)
})

test('[RH-05, TH-30] the tree is walked, folded and copied from by keys alone, and stays folded', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const body = await openBody(page, api, '{"data":{"items":[{"price":1},{"price":2}]},"last":true}', json)
  const item = (name: string, options = {}) => tree(body).getByRole('treeitem', { name, ...options })
  await tree(body).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key)
  }
  await expect(item('price: 2', { selected: true })).toBeVisible()
  await expect(body.locator('code')).toHaveText('$.data.items[1].price')
  await expect(tree(body)).toHaveAttribute('aria-activedescendant', (await item('price: 2').getAttribute('id')) ?? '')
  await expect(item('price: 2')).toHaveAttribute('aria-level', '5')

  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(item('items')).toHaveCount(0)
  // Whatever else happens on the page, what was folded stays so.
  await requestRows(page).hover()
  await requestPart(page, 'URL').hover()
  await expect(item('data', { expanded: false })).toBeVisible()
  await page.keyboard.press('End')
  await expect(item('last: true', { selected: true })).toBeVisible()

  await body.getByRole('button', { name: 'Copy JSON path' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$.last')
})

test('[RH-05] a search goes from hit to hit in the tree, opening what they stand in, and in the text', async ({
  page,
  api,
}) => {
  const deep = { a: { b: { c: { d: { e: 'Oolong' } } } }, z: 'oolong' }
  const body = await openBody(page, api, JSON.stringify(deep), json)
  await body.getByRole('button', { name: 'Search in request body' }).click()
  const field = body.getByRole('textbox', { name: 'Search in request body' })
  await expect(field).toBeFocused()
  await field.fill('oolong')
  await expect(body.getByText('1 of 2')).toBeVisible()
  await expect(tree(body).getByRole('treeitem', { name: 'e: "Oolong"', selected: true })).toBeVisible()
  await field.press('Enter')
  await expect(tree(body).getByRole('treeitem', { name: 'z: "oolong"', selected: true })).toBeVisible()
  await field.press('Enter')
  await expect(body.getByText('1 of 2')).toBeVisible()
  await body.getByText('Raw', { exact: true }).click()
  await expect(text(body).locator('mark')).toHaveText(['Oolong', 'oolong'])
  await field.fill('tea')
  await expect(body.getByText('Not found')).toBeVisible()
})

const hostile: [title: string, body: string, contentType: string, shown: string | RegExp][] = [
  ['what looks like an element of a page', '{"nodeType":9,"nodeName":"x","real":"payload"}', json, '"payload"'],
  [
    'members of the name of a prototype',
    '{"a":{"constructor":{"name":{"x":1}}},"__proto__":{"y":2}}',
    json,
    '__proto__',
  ],
  ['100,000 nested brackets', '['.repeat(100_000) + ']'.repeat(100_000), json, '[ 1 item ]'],
  [
    '80,000 members',
    `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    json,
    '{ 80000 keys }',
  ],
  ['a million on one line', JSON.stringify(['x'.repeat(1_040_000)]), json, 'Show all'],
  ['100,000 nested elements', '<a>'.repeat(100_000), 'text/html', '<a><a>'],
  ['half a million lines', '\n'.repeat(500_000), 'text/plain', '488 KiB'],
  ['a text that turns around and halves of characters', '{"a":"\u{202e}drow\u{2066}","b":"\\ud800"}', json, 'U+202E'],
]

for (const [title, sent, contentType, shown] of hostile) {
  test(`[RH-05] a hostile body neither breaks nor freezes the page: ${title}`, async ({ page, api }) => {
    const body = await openBody(page, api, sent, contentType)
    await expect(body).toContainText(shown)
    expect(await body.locator('[data-index]').count()).toBeLessThan(fewRows)
    const unfold = body.getByRole('button', { name: 'Unfold all' })
    if ((await unfold.count()) > 0) {
      await unfold.click()
      await tree(body).press('End')
      expect(await body.locator('[data-index]').count()).toBeLessThan(fewRows)
      await body.getByText(/^(Raw|Source)$/).click()
      expect(await body.locator('[data-index]').count()).toBeLessThan(fewRows)
    }
    // The page goes on: the row closes, and another part of it answers.
    await requestRows(page).getByRole('button').click()
    await expect(body).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  })
}

test('[RH-05] a body of 1 MiB opens with few rows drawn, and all of it is within reach', async ({ page, api }) => {
  const items = Array.from({ length: 11_900 }, (_, index) => ({
    id: index,
    name: `Item number ${index}`,
    price: index / 100,
    tags: ['tea', 'green', 'loose leaf'],
  }))
  const receiver = await api.receivers.create()
  const sent = JSON.stringify(items)
  await callReceiver(receiver.url, { method: 'POST', headers: { 'content-type': json }, body: sent })
  // What shows a body is loaded once the page has nothing else to do; the body is fetched with the first opening.
  const viewer = page.waitForResponse(/read-body\.worker/)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const toggle = requestRows(page).getByRole('button')
  const body = requestPart(page, 'Request Body')
  const openedMs = () =>
    page.evaluate(async () => {
      const button = document.querySelector<HTMLElement>('table[aria-label="Requests"] td > button')
      const { promise, resolve } = Promise.withResolvers<number>()
      const begin = performance.now()
      const look = () => {
        if (document.querySelector('[role="tree"] [role="treeitem"]')) resolve(performance.now() - begin)
        else requestAnimationFrame(look)
      }
      button?.click()
      look()
      return promise
    })
  await viewer
  const firstMs = await openedMs()
  await expect(tree(body)).toContainText('[ 11900 items ]')
  await toggle.click()
  await expect(body).toHaveCount(0)
  const againMs = await openedMs()
  expect(sent.length).toBeGreaterThan(1_030_000)
  test.info().annotations.push({
    type: 'measured',
    description: `${sent.length} characters open in ${firstMs} ms, and again in ${againMs} ms`,
  })
  expect(await tree(body).getByRole('treeitem').count()).toBeLessThan(fewRows)
  await tree(body).press('End')
  await expect(tree(body).getByRole('treeitem', { selected: true })).toContainText('2: "loose leaf"')
  await body.getByRole('button', { name: 'Search in request body' }).click()
  await body.getByRole('textbox', { name: 'Search in request body' }).fill('Item number 4711')
  await expect(tree(body).getByRole('treeitem', { name: 'name: "Item number 4711"', selected: true })).toBeVisible()
})

test('[RH-05] a long value is cut in its row, and shown whole where that is asked for', async ({ page, api }) => {
  const body = await openBody(page, api, JSON.stringify({ note: 'x'.repeat(2_999), short: 1 }), json)
  await tree(body).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(body.getByText('All 3,001 characters')).toBeVisible()
  await expect(body.getByLabel('Request body: full value')).toContainText('x'.repeat(500))
  await body.getByRole('button', { name: 'Close' }).click()
  await expect(body.getByText('All 3,001 characters')).toHaveCount(0)
})

test('[RH-05] a form with files is shown in parts, which open and are saved', async ({ page, api }) => {
  const form = new FormData()
  form.set('note', 'two sugars')
  form.set('picture', new File([pixel], 'tea.png', { type: 'image/png' }))
  form.set('data', new File(['{"price":1.10}'], 'price.json', { type: json }))
  const body = await openBody(page, api, form)
  const parts = body.getByRole('table', { name: 'Request body in parts' })
  await expect(parts.getByRole('row')).toHaveText([
    /Name.*File.*Type.*Size/,
    /note.*–.*text\/plain.*10 B/,
    /picture.*tea\.png.*image\/png.*70 B/,
    /data.*price\.json.*application\/json.*14 B/,
  ])
  await parts.getByRole('button', { name: 'data' }).click()
  await expect(body.getByRole('treeitem', { name: 'price: 1.10' })).toBeVisible()
  await parts.getByRole('button', { name: 'picture' }).click()
  await expect(body.getByRole('img', { name: 'Request body, part 2' })).toBeVisible()
  const download = page.waitForEvent('download')
  await parts.getByRole('button', { name: 'Save tea.png' }).click()
  expect((await download).suggestedFilename()).toBe('part-2.bin')
})

const pixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

test('[RH-05] a picture is drawn, and gzip is decoded beside its bytes', async ({ page, api }) => {
  const picture = await openBody(page, api, pixel, 'image/png')
  await expect(picture.getByRole('img', { name: 'Request body' })).toHaveJSProperty('naturalWidth', 1)
  await picture.getByText('Bytes', { exact: true }).click()
  await expect(picture.getByLabel('Request body as bytes')).toContainText('00000000  89 50 4e 47')

  const zipped = await openBody(page, api, gzipSync('{"price":1.10}'), json)
  await expect(tree(zipped)).toContainText('price: 1.10')
  await zipped.getByText('As received', { exact: true }).click()
  await expect(zipped.getByLabel('Request body as bytes')).toContainText('00000000  1f 8b')
})

test('[RH-05] XML stands indented and as a tree, and nothing in SVG runs', async ({ page, api }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><g><title>Tea</title></g></svg>'
  const body = await openBody(page, api, svg, 'image/svg+xml')
  await expect(tree(body).getByRole('treeitem')).toHaveText([/▾<svg .*>/, '▾<g>', '<title>Tea</title>'])
  await body.getByText('Formatted', { exact: true }).click()
  await expect(text(body)).toContainText('    <title>Tea</title>')
  await expect(page).toHaveTitle(/Knockwire/)
})

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
