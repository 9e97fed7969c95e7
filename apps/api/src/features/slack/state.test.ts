import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelsOf, comeBack, leave, locationOf, secondSession, slackDialog } from '../../testing/calls/slack-calls.ts'
import { type SlackPeer, startSlackPeer } from '../../testing/peers/slack-peer.ts'
import { type Asker, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let slack: SlackPeer
let test: TestApp
let ada: TestUser
let taskId: string
beforeAll(async () => {
  slack = await startSlackPeer()
  test = await createTestApp({ settings: { slack: slack.settings } })
  ada = await test.signUp('Ada')
  taskId = (await makeTask(ada)).id
})
afterAll(async () => {
  await test.close()
  await slack.close()
})

describe('[SL-05] the state', () => {
  /** The way back, not yet gone. */
  const wayBack = async () => new URL(await slack.agree(locationOf(await leave(ada, slackDialog({ taskId }))).href))
  /** The status of coming back with it; no channel may come of it. */
  const rejection = async (asker: Asker, back: URL) => {
    const before = await channelsOf(ada)
    const { statusCode } = await comeBack(asker, back)
    expect(await channelsOf(ada)).toEqual(before)
    return statusCode
  }

  it('is good for the session that left, not for another of the same account', async () => {
    const back = await wayBack()
    expect(await rejection(await secondSession(test, ada), back)).toBe(400)
    expect((await comeBack(ada, back)).statusCode).toBe(303)
  })

  it('is no good for another account, which an attacker may have signed the browser in to', async () => {
    expect(await rejection(await test.signUp('Mallory'), await wayBack())).toBe(400)
  })

  it('is no good without a session', async () => {
    expect(await rejection(test, await wayBack())).toBe(401)
  })

  it('is good once', async () => {
    const back = await wayBack()
    expect((await comeBack(ada, back)).statusCode).toBe(303)
    expect(await rejection(ada, back)).toBe(400)
  })

  it('is good once, however many come back at once', async () => {
    const back = await wayBack()
    const answers = await Promise.all(Array.from({ length: 5 }, () => comeBack(ada, back)))
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 400)).toEqual([303])
  })

  it('is good for ten minutes', async () => {
    const [soon, late] = [await wayBack(), await wayBack()]
    test.clock.advance(10 * 60_000 - 1)
    expect((await comeBack(ada, soon)).statusCode).toBe(303)
    test.clock.advance(1)
    expect(await rejection(ada, late)).toBe(400)
  })

  it('is no good at the other callback', async () => {
    const back = await wayBack()
    back.pathname = '/api/v1/slack-callback/receiver'
    expect(await rejection(ada, back)).toBe(400)
  })

  it.each(['', 'x', 'x.y', '.', 'e30.AAAA'])('is no good where it is %j', async (state) => {
    const back = await wayBack()
    back.searchParams.set('state', state)
    expect(await rejection(ada, back)).toBe(400)
  })

  it('is no good with anything changed in it', async () => {
    const back = await wayBack()
    const state = back.searchParams.get('state') ?? ''
    const middle = Math.floor(state.length / 3)
    back.searchParams.set(
      'state',
      `${state.slice(0, middle)}${state[middle] === 'A' ? 'B' : 'A'}${state.slice(middle + 1)}`,
    )
    expect(await rejection(ada, back)).toBe(400)
  })

  it('rejected, a person reads a page that says what to do', async () => {
    const answer = await comeBack(await test.signUp('Eve'), await wayBack(), { accept: 'text/html' })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('Start again from the dialog.')
    expect(answer.body).not.toContain('<script')
  })
})
