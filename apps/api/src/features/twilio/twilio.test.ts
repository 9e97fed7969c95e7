import { uuidv7 } from '@knockwire/db/uuidv7'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryOf, insertDelivery } from '../../testing/rows/insert-delivery.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type FrontDoor, openFrontDoor, startTwilioPeer, type TwilioPeer } from '../../testing/peers/twilio-peer.ts'

let peer: TwilioPeer
let door: FrontDoor
let test: TestApp
let callback: string
beforeAll(async () => {
  peer = await startTwilioPeer()
  door = await openFrontDoor()
  test = await createTestApp({ settings: { twilioAuthToken: peer.authToken, publicOrigin: door.origin } })
  door.open(test)
  callback = `${door.origin}/api/v1/twilio/status`
})
afterAll(async () => {
  await test.close()
  await door.close()
  await peer.close()
})

/** What Twilio sends, and signs, where the emulator does not send it so. */
const report = (
  fields: Record<string, string>,
  signed: { url?: string; authToken?: string; query?: string } = {},
  on = test,
) => {
  const { url = callback, authToken = peer.authToken, query = '' } = signed
  return on.app.inject({
    method: 'POST',
    url: `/api/v1/twilio/status${query}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields),
    },
    payload: new URLSearchParams(fields).toString(),
  })
}

const queryOf = (id: string) => `?deliveryId=${id}`

/** Whose id at Twilio is recorded. */
const sendText = async () => {
  const id = uuidv7()
  const providerMessageId = await peer.send(`${callback}${queryOf(id)}`)
  await insertDelivery(test, { id, providerMessageId })
  return { id, providerMessageId }
}

/** As `report`, of a delivery. */
const reportOf = (id: string, fields: Record<string, string>) =>
  report(fields, { url: `${callback}${queryOf(id)}`, query: queryOf(id) })

describe('a status that Twilio reports of an SMS', () => {
  it('of more than 200 fields is rejected before its signature is checked, one of more than 64 KiB before it is read', async () => {
    const fields = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, '1']))
    const answer = await report(fields)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { message: expect.stringMatching(/200 fields/) }])
    expect((await report({ MessageSid: 'x'.repeat(70_000) })).statusCode).toBe(413)
  })

  it('that has arrived: its delivery says when', async () => {
    const { id, providerMessageId } = await sendText()
    await peer.settle(providerMessageId, 'delivered')
    const { status, deliveredAt, error } = await deliveryOf(test, id)
    expect({ status, deliveredAt, error }).toEqual({
      status: 'DELIVERED',
      deliveredAt: new Date(test.clock.now()),
      error: null,
    })
  })

  it.each(['failed', 'undelivered', 'canceled'])('that is %s: its delivery failed, and no other', async (status) => {
    const { id, providerMessageId } = await sendText()
    const other = await insertDelivery(test, { providerMessageId: 'SM-other' })
    await peer.settle(providerMessageId, status)
    expect(await deliveryOf(test, id)).toMatchObject({
      status: 'FAILED',
      deliveredAt: null,
      error: 'The text message did not arrive.',
    })
    expect(await deliveryOf(test, other)).toMatchObject({ status: 'DELIVERED', error: null })
  })

  it.each(['queued', 'sending', 'sent'])('that is %s: nothing changes', async (status) => {
    const { id, providerMessageId } = await sendText()
    const before = await deliveryOf(test, id)
    await peer.settle(providerMessageId, status)
    expect(await deliveryOf(test, id)).toEqual(before)
  })

  it.each([
    ['30003', 'The phone cannot be reached: it may be switched off or out of reach.'],
    ['21610', 'The owner of this number has opted out by replying STOP.'],
    ['39999', 'The text message did not arrive (Twilio error 39999).'],
    ['__proto__', 'The text message did not arrive.'],
  ])('with the error %s: in words', async (ErrorCode, error) => {
    const id = await insertDelivery(test, { providerMessageId: `SM${ErrorCode}` })
    const answer = await reportOf(id, { MessageSid: `SM${ErrorCode}`, MessageStatus: 'undelivered', ErrorCode })
    expect(answer.statusCode).toBe(204)
    expect(await deliveryOf(test, id)).toMatchObject({ status: 'FAILED', error })
  })

  it('without a status is 400', async () => {
    const id = await insertDelivery(test, { providerMessageId: 'SM-none' })
    expect((await reportOf(id, { MessageSid: 'SM-none' })).statusCode).toBe(400)
  })

  it('of a message of another channel changes nothing', async () => {
    const id = await insertDelivery(test, { providerMessageId: 'SM-mail', type: 'EMAIL' })
    expect((await reportOf(id, { MessageSid: 'SM-mail', MessageStatus: 'failed' })).statusCode).toBe(404)
    expect(await deliveryOf(test, id)).toMatchObject({ status: 'DELIVERED' })
  })
})

describe('a status that Twilio reports of an SMS whose id is not recorded yet', () => {
  const unrecorded = { status: 'PENDING', deliveredAt: null, providerMessageId: null } as const
  const settled = async (status: string, changes: Parameters<typeof insertDelivery>[1] = unrecorded) => {
    const id = await insertDelivery(test, changes)
    const providerMessageId = await peer.send(`${callback}${queryOf(id)}`)
    await peer.settle(providerMessageId, status)
    return { providerMessageId, delivery: await deliveryOf(test, id) }
  }

  it('is found by its delivery', async () => {
    for (const [reported, status] of [
      ['delivered', 'DELIVERED'],
      ['undelivered', 'FAILED'],
    ] as const) {
      const { delivery, providerMessageId } = await settled(reported)
      expect(delivery).toMatchObject({ status, providerMessageId })
    }
  })

  it('counts as well where the delivery was given up: it has arrived', async () => {
    const { delivery } = await settled('delivered', { ...unrecorded, status: 'FAILED', error: 'Not reached.' })
    expect(delivery).toMatchObject({ status: 'DELIVERED', error: null, deliveredAt: new Date(test.clock.now()) })
  })

  it('changes nothing where another text of the delivery was taken, and this one failed', async () => {
    const taken = { status: 'DELIVERED', providerMessageId: 'SM-taken' } as const
    expect((await settled('failed', taken)).delivery).toMatchObject({ ...taken, error: null })
    expect((await settled('delivered', taken)).delivery).toMatchObject({ status: 'DELIVERED' })
  })

  it('of a delivery that nobody knows is 404, and one that is not named, or not properly, 400', async () => {
    const fields = { MessageSid: 'SM-unknown', MessageStatus: 'failed' }
    const statusOf = async (query: string) => (await report(fields, { url: `${callback}${query}`, query })).statusCode
    expect(await statusOf('?deliveryId=019a0000-0000-7000-8000-000000000000')).toBe(404)
    expect(await statusOf('?deliveryId=x')).toBe(400)
    expect(await statusOf('')).toBe(400)
  })
})

describe('what Twilio has not signed', () => {
  const fields = { MessageSid: 'SM-forged', MessageStatus: 'failed' }
  const statusOf = async (answer: { statusCode: number }, id: string) => [
    answer.statusCode,
    (await deliveryOf(test, id)).status,
  ]

  it('is 403: with another token, for another address, or with no signature', async () => {
    const id = await insertDelivery(test, { providerMessageId: fields.MessageSid })
    const query = queryOf(id)
    const url = `${callback}${query}`
    expect(await statusOf(await report(fields, { url, query, authToken: 'another' }), id)).toEqual([403, 'DELIVERED'])
    const elsewhere = { url: 'https://other.example/', query }
    expect(await statusOf(await report(fields, elsewhere), id)).toEqual([403, 'DELIVERED'])
    const unsigned = await test.app.inject({
      method: 'POST',
      url: `/api/v1/twilio/status${query}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    expect(await statusOf(unsigned, id)).toEqual([403, 'DELIVERED'])
  })

  it('is 403: with a field changed on its way', async () => {
    const id = await insertDelivery(test, { providerMessageId: 'SM-changed' })
    const signature = twilio.getExpectedTwilioSignature(peer.authToken, `${callback}${queryOf(id)}`, {
      MessageSid: 'SM-changed',
      MessageStatus: 'sent',
    })
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/v1/twilio/status${queryOf(id)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: 'MessageSid=SM-changed&MessageStatus=failed',
    })
    expect(await statusOf(answer, id)).toEqual([403, 'DELIVERED'])
  })

  it('is not believed without Twilio’s settings, whatever it is signed with', async () => {
    const without = await createTestApp({ sharing: test, settings: { publicOrigin: door.origin } })
    const answer = await report(fields, { authToken: '', query: queryOf(uuidv7()) }, without)
    expect([answer.statusCode, answer.json().message]).toEqual([501, 'SMS is not configured on this server.'])
    await without.close()
  })
})
