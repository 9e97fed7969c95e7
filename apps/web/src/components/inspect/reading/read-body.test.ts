import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodedLimit, formatBody, readBody, type RawBody } from './read-body.ts'

const form = 'application/x-www-form-urlencoded'

const read = (content: string | Uint8Array, naming: Partial<RawBody> = {}) =>
  readBody({
    content: typeof content === 'string' ? content : Buffer.from(content).toString('base64'),
    encoding: typeof content === 'string' ? 'text' : 'base64',
    contentType: '',
    contentEncoding: '',
    isCut: false,
    ...naming,
  })

describe('A body is shown as', () => {
  it.each([
    ['JSON', '{"a":[1]}', 'text/plain', 'json'],
    ['a JSON scalar', '42', 'application/json', 'text'],
    ['broken JSON', '{"a":', 'application/json', 'text'],
    ['a form', 'From=%2B1555&tag=a&tag=b', form, 'form'],
    ['JSON that is called a form', '{"a":"="}', form, 'json'],
    ['text that is called a form', 'hello', form, 'text'],
    ['HTML', '<!doctype html><p>Tea</p>', 'text/plain', 'html'],
    ['text that is called HTML', 'Tea', 'text/html', 'text'],
    ['XML', '<?xml version="1.0"?><feed/>', '', 'xml'],
    ['an SVG picture, as XML', '<svg onload="alert(1)"/>', 'image/svg+xml', 'xml'],
    ['a megabyte on one line', JSON.stringify(['x'.repeat(1_048_576)]), 'application/json', 'json'],
    ['100,000 nested brackets', '['.repeat(100_000) + ']'.repeat(100_000), '', 'json'],
    ['deeper markup than anyone reads', '<a>'.repeat(100_000), 'text/html', 'text'],
  ])('%s', async (_what, body, contentType, kind) => {
    expect((await read(body, { contentType })).kind).toBe(kind)
  })

  it("a form's fields in their order, of which so many are read", async () => {
    expect(await read('From=%2B1555&tag=a&tag=b&__proto__=x', { contentType: form })).toMatchObject({
      fields: [
        ['From', '+1555'],
        ['tag', 'a'],
        ['tag', 'b'],
        ['__proto__', 'x'],
      ],
    })
    const many = await read('a=1&'.repeat(200_000), { contentType: form })
    expect(many).toMatchObject({ kind: 'form', count: 200_000 })
    expect(many.kind === 'form' && many.fields).toHaveLength(500)
  })

  it('parts, whether it came as text or as bytes', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'
    const contentType = 'multipart/form-data; boundary=b'
    for (const content of [body, new TextEncoder().encode(body)]) {
      expect(await read(content, { contentType })).toMatchObject({ kind: 'parts', parts: [{ name: 'a' }] })
    }
  })

  it('a picture by its first bytes, whatever it is called, and other bytes as such', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)
    expect(await read(png, { contentType: 'text/html' })).toMatchObject({ kind: 'image', mediaType: 'image/png' })
    expect(await read(Uint8Array.of(0, 1, 2), { contentType: 'image/png' })).toMatchObject({ kind: 'binary' })
  })

  it('what gzip holds, beside the bytes', async () => {
    const found = await read(gzipSync('{"price":1.10}'), { contentType: 'application/json' })
    expect(found).toMatchObject({
      kind: 'compressed',
      decoded: { kind: 'json', text: '{"price":1.10}' },
      isDecodedCut: false,
    })
    const broken = gzipSync('{"price":1.10}').subarray(0, 20)
    expect(await read(broken)).toMatchObject({ decoded: { kind: 'json', text: '{"price":' }, isDecodedCut: true })
    expect(await read(Uint8Array.of(0x1f, 0x8b, 1, 2))).toMatchObject({ kind: 'compressed', decoded: null })
  })

  it('what the API has decoded, beside the bytes', async () => {
    const raw = { content: 'CwKAeyJhIjoxfQM=', encoding: 'base64', isCut: false } as const
    const decoded = { content: '{"a":1}', encoding: 'text', isCut: true } as const
    const found = await readBody({ ...raw, decoded, contentType: 'application/json', contentEncoding: 'br' })
    expect(found).toMatchObject({ kind: 'compressed', decoded: { kind: 'json', text: '{"a":1}' }, isDecodedCut: true })
    expect(found.kind === 'compressed' && found.bytes.length).toBe(11)
  })

  it('no more of a compressed body than the limit, decoded once', async () => {
    const bomb = await read(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x')))
    expect(bomb).toMatchObject({ isDecodedCut: true, decoded: { kind: 'text' } })
    const decoded = bomb.kind === 'compressed' && bomb.decoded
    expect(decoded && 'text' in decoded && decoded.text.length).toBe(decodedLimit)
    expect(await read(gzipSync(gzipSync('x')))).toMatchObject({ decoded: { kind: 'binary' } })
  })
})

it('the viewer formats JSON and XML, and nothing that would become huge', async () => {
  expect(formatBody(await read('{"a":1.10}'))).toBe('{\n  "a": 1.10\n}')
  expect(formatBody(await read('<?xml version="1.0"?><a><b/></a>'))).toBe('<?xml version="1.0"?>\n<a>\n  <b/>\n</a>')
  expect(formatBody(await read('['.repeat(200_000) + ']'.repeat(200_000)))).toBeNull()
})
