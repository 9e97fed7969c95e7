import { textBody } from '@knockwire/domain/bodies/http-body'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderThemed } from '../../testing/render-themed.tsx'
import { BodyView } from './body-view.tsx'

const json = 'application/json'

const showText = (content: string, contentType = json) =>
  renderThemed(
    <Surroundings>
      <BodyView body={textBody(content, new Blob([content]).size)} label="Request body" contentType={contentType} />
    </Surroundings>,
  )

/** Is drawn again, with all that stands in it, by its button. */
function Surroundings({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(0)
  return (
    <section>
      <button type="button" onClick={() => setDrawn(drawn + 1)}>
        Drawn {drawn} times
      </button>
      {children}
    </section>
  )
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes))

const showBytes = async (bytes: Uint8Array, contentType: string, contentEncoding = '') => {
  const body = { encoding: 'base64' as const, content: base64Of(bytes), bytes: bytes.length, isTruncated: false }
  await renderThemed(<BodyView label="Request body" {...{ body, contentType, contentEncoding }} />)
}

const tree = page.getByRole('tree', { name: 'Request body as a tree' })
const items = tree.getByRole('treeitem')
const item = (name: string, state: { selected?: boolean; expanded?: boolean } = {}) =>
  tree.getByRole('treeitem', { name, ...state })
const text = page.getByRole('group', { name: 'Request body as text' })
const bytes = page.getByRole('group', { name: 'Request body as bytes' })
const show = (view: string) => page.getByText(view, { exact: true }).click()
const focus = (locator: typeof items) => (locator.element() as HTMLElement).focus()
const textsOf = (locator: typeof items) => locator.elements().map((element) => element.textContent)
const expectItems = (...texts: string[]) => expect.poll(() => textsOf(items)).toEqual(texts)

/** Few rows are drawn however many there are: it is what keeps the page from freezing. */
const fewRows = 80
const rowsDrawn = () => document.querySelectorAll('[data-index]').length

it('[RH-05] JSON is shown as it is written: large numbers, trailing zeros, members of the same name', async () => {
  const written = '{"id": 12345678901234567890, "price": 1.10, "dup":1,"dup":2}'
  await showText(written)
  await expectItems('▾{ 4 keys }', 'id: 12345678901234567890', 'price: 1.10', 'dup: 1', 'dup: 2')
  await show('Formatted')
  await expect.element(text).toHaveTextContent('{  "id": 12345678901234567890,  "price": 1.10,  "dup": 1,  "dup": 2}', {
    normalizeWhitespace: false,
  })
  await show('Raw')
  await expect.element(text).toHaveTextContent(written)
})

it('[RH-05, TH-30] the tree is walked, folded and copied from by keys alone, and stays folded', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await showText('{"data":{"items":[{"price":1},{"price":2}]},"last":true}')
  await expect.element(tree).toBeVisible()
  focus(tree)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowDown}{ArrowRight}{ArrowRight}')
  const price = item('price: 2', { selected: true })
  await expect.element(price).toHaveAttribute('aria-level', '5')
  await expect.element(page.getByText('$.data.items[1].price', { exact: true })).toBeVisible()
  await expect.element(tree).toHaveAttribute('aria-activedescendant', price.element().id)

  await userEvent.keyboard('{Home}{ArrowDown}{ArrowLeft}')
  await expect.element(item('items')).not.toBeInTheDocument()
  // Whatever else happens on the page, what was folded stays so.
  await page.getByRole('button', { name: 'Drawn 0 times' }).click()
  await expect.element(page.getByRole('button', { name: 'Drawn 1 times' })).toBeVisible()
  await expect.element(tree.getByRole('treeitem', { name: /^▸?data/, expanded: false })).toBeVisible()
  focus(tree)
  await userEvent.keyboard('{End}')
  await expect.element(item('last: true', { selected: true })).toBeVisible()
  focus(page.getByRole('button', { name: 'Copy JSON path' }))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => copied.mock.calls).toEqual([['$.last']])
})

it('[RH-05] a search goes from hit to hit in the tree, opening what they stand in, and in the text', async () => {
  await showText(JSON.stringify({ a: { b: { c: { d: { e: 'Oolong' } } } }, z: 'oolong' }))
  await page.getByRole('button', { name: 'Search in request body' }).click()
  const field = page.getByRole('textbox', { name: 'Search in request body' })
  await expect.element(field).toHaveFocus()
  await field.fill('oolong')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await expect.element(item('e: "Oolong"', { selected: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('z: "oolong"', { selected: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await show('Raw')
  await expect
    .poll(() => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent))
    .toEqual(['Oolong', 'oolong'])
  await field.fill('tea')
  await expect.element(page.getByText('Not found')).toBeVisible()
})

const hostile: [title: string, body: string, contentType: string, shown: string][] = [
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

it.for(hostile)(
  '[RH-05] a hostile body neither breaks nor freezes the page: %s',
  async ([_title, sent, contentType, shown]) => {
    const { unmount } = await showText(sent, contentType)
    await expect.poll(() => document.body.textContent).toContain(shown)
    expect(rowsDrawn()).toBeLessThan(fewRows)
    const unfold = page.getByRole('button', { name: 'Unfold all' })
    if (unfold.query() !== null) {
      await unfold.click()
      focus(tree)
      await userEvent.keyboard('{End}')
      expect(rowsDrawn()).toBeLessThan(fewRows)
      await page.getByText(/^(Raw|Source)$/).click()
      await expect.element(text).toBeVisible()
      expect(rowsDrawn()).toBeLessThan(fewRows)
    }
    // The page goes on: what shows the body can be taken away.
    await unmount()
    expect(rowsDrawn()).toBe(0)
  },
)

it('[RH-05] a body of 1 MiB opens with few rows drawn, and all of it is within reach', async () => {
  const list = Array.from({ length: 11_900 }, (_, index) => ({
    id: index,
    name: `Item number ${index}`,
    price: index / 100,
    tags: ['tea', 'green', 'loose leaf'],
  }))
  await showText(JSON.stringify(list))
  await expect.element(items.first()).toHaveTextContent('▾[ 11900 items ]')
  expect(rowsDrawn()).toBeLessThan(fewRows)
  focus(tree)
  await userEvent.keyboard('{End}')
  await expect.element(tree.getByRole('treeitem', { selected: true })).toMatchTextContent(/2: "loose leaf"/)
  await page.getByRole('button', { name: 'Search in request body' }).click()
  await page.getByRole('textbox', { name: 'Search in request body' }).fill('Item number 4711')
  await expect.element(item('name: "Item number 4711"', { selected: true })).toBeVisible()
})

it('[RH-05] a long value is cut in its row, and shown whole where that is asked for', async () => {
  await showText(JSON.stringify({ note: 'x'.repeat(2_999), short: 1 }))
  await expect.element(tree).toBeVisible()
  expect(item(`note: "${'x'.repeat(199)}…`).query()?.textContent.length ?? 0).toBeLessThan(300)
  focus(tree)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('All 3,001 characters')).toBeVisible()
  await expect.poll(() => document.body.textContent).toContain('x'.repeat(500))
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('All 3,001 characters')).not.toBeInTheDocument()
})

const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.codePointAt(0) ?? 0,
)

it('[RH-05] a form with files is shown in parts, which open as bodies of their own', async () => {
  const form = new FormData()
  form.set('note', 'two sugars')
  form.set('picture', new File([pixel], 'tea.png', { type: 'image/png' }))
  form.set('data', new File(['{"price":1.10}'], 'price.json', { type: json }))
  const sent = new Response(form)
  await showBytes(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '')
  const parts = page.getByRole('table', { name: 'Request body in parts' })
  await expect.element(parts).toBeVisible()
  await expect
    .poll(() => textsOf(parts.getByRole('row')))
    .toEqual([
      'NameFileTypeSize',
      'note–text/plain10 B',
      'picturetea.pngimage/png70 B',
      'dataprice.jsonapplication/json14 B',
    ])
  await parts.getByRole('button', { name: 'data', exact: true }).click()
  await expect.element(page.getByRole('treeitem', { name: 'price: 1.10' })).toBeVisible()
  await parts.getByRole('button', { name: 'picture' }).click()
  await expect.element(page.getByRole('img', { name: 'Request body, part 2' })).toBeVisible()
})

it('[RH-05] what is saved of a part has a name of ours, whatever its sender called it', async () => {
  const form = new FormData()
  form.set('bill', new File(['[Desktop Entry]'], 'invoice.pdf.desktop', { type: 'application/pdf' }))
  const sent = new Response(form)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await showBytes(new Uint8Array(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '')
  await page.getByRole('button', { name: 'Save invoice.pdf.desktop' }).click()
  await expect.poll(() => saved).toEqual(['part-1.bin'])
})

it('[RH-05] a picture is drawn, and its bytes stand beside it', async () => {
  await showBytes(pixel, 'image/png')
  const picture = page.getByRole('img', { name: 'Request body' })
  await expect.element(picture).toBeVisible()
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1)
  await show('Bytes')
  await expect.element(bytes).toMatchTextContent(/^00000000 89 50 4e 47/)
})

it('[RH-05] gzip is decoded beside its bytes', async () => {
  const zipped = new Blob(['{"price":1.10}']).stream().pipeThrough(new CompressionStream('gzip'))
  await showBytes(new Uint8Array(await new Response(zipped).arrayBuffer()), json)
  await expect.element(item('price: 1.10')).toBeVisible()
  await show('As received')
  await expect.element(bytes).toMatchTextContent(/^00000000 1f 8b/)
})

it('[RH-05] XML stands indented and as a tree, and nothing in SVG runs', async () => {
  const title = document.title
  await showText(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"><g><title>Tea</title></g></svg>',
    'image/svg+xml',
  )
  await expect.poll(() => textsOf(items)).toHaveLength(3)
  expect(textsOf(items).slice(1)).toEqual(['▾<g>', '<title>Tea</title>'])
  await show('Formatted')
  await expect.element(text).toMatchTextContent(/ {4}<title>Tea<\/title>/, { normalizeWhitespace: false })
  expect(document.title).toBe(title)
})
