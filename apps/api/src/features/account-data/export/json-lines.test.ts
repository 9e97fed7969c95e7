import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { jsonLines } from './json-lines.ts'

it.each([
  ['with a byte order mark', Buffer.from('\uFEFF{"a":1}'), { text: '\uFEFF{"a":1}' }],
  ['that is no UTF-8', Buffer.from('caf\u00E9', 'latin1'), { base64: 'Y2Fm6Q==' }],
])('the export of an account keeps a body %s byte for byte', async (_name, body, shown) => {
  const rows = (async function* () {
    yield { body }
  })()
  expect(JSON.parse(await text(jsonLines(rows)))).toEqual({ body: shown })
})
