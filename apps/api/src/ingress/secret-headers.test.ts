import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
})
afterAll(() => ingress.close())

it('the ingress keeps secret headers encrypted, every other in the clear, and gives all of them to the answer', async () => {
  const responseBody = '{{ request.headers.authorization }} {{ request.headers["x-api-key"] }}'
  const receiver = await ingress.insertReceiver({ responseBody })
  const headers = {
    Authorization: 'Bearer open-sesame',
    Cookie: 'a=open-sesame',
    'X-API-Key': 'open-sesame',
    'X-Id': '7',
  }
  const answer = await fetch(ingress.urlOf(receiver), { method: 'POST', headers, body: '{}' })
  expect(await answer.text()).toBe('Bearer open-sesame open-sesame')
  const { rows } = await ingress.test.pool.query<{ kept: string }>(
    'select request_headers::text as kept from received_requests where receiver_id = $1',
    [receiver.id],
  )
  expect(rows[0]?.kept).not.toContain('open-sesame')
  const [recorded] = await ingress.recorded(receiver)
  const shown = Object.fromEntries(recorded?.requestHeaders.map(([name, value]) => [name.toLowerCase(), value]) ?? [])
  expect(shown).toMatchObject({
    authorization: 'Bearer open-sesame',
    cookie: 'a=open-sesame',
    'x-api-key': 'open-sesame',
    'x-id': '7',
  })
})
