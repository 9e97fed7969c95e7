import { randomBytes } from 'node:crypto'
import { slackChannels } from '@knockwire/db/schema/notifications'
import type { SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertReceiver, insertSlackChannel } from '../../testing/calls/notification-calls.ts'
import {
  arrivedAt,
  channelsOf,
  comeBack,
  leave,
  locationOf,
  secondSession,
  slackDialog,
  slackRoundTrip,
} from '../../testing/calls/slack-calls.ts'
import { startSlackPeer, type SlackPeer } from '../../testing/peers/slack-peer.ts'
import { type Asker, get, makeDraft, makeTask, remove } from '../../testing/calls/task-calls.ts'
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
beforeEach(() => {
  slack.pick({ id: 'C0ALERTS', name: '#alerts' })
  slack.answerExchange(undefined)
})

const taskDialog = (changes: Partial<SlackDialog> = {}) => slackDialog({ taskId, ...changes })
const roundTrip = (asker: Asker, dialog: SlackDialog) => slackRoundTrip(slack, asker, dialog)

it('an account’s settings say that Slack is configured', async () => {
  const account = await ada.inject({ url: '/api/v1/accounts/me' })
  expect(account.json()).toMatchObject({ server: { isSlackConfigured: true } })
})

describe('[SL-04, SL-05] leaving the dialog', () => {
  it('goes to Slack’s page for a channel and the right to post, and says where to come back to', async () => {
    const page = locationOf(await leave(ada, taskDialog()))
    expect(`${page.origin}${page.pathname}`).toBe(slack.settings.authorizationUrl)
    expect(page.searchParams.get('client_id')).toBe(slack.settings.clientId)
    expect(page.searchParams.get('scope')).toBe('incoming-webhook,chat:write')
    expect(page.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/v1/slack-callback')
    expect(page.href).not.toContain(slack.settings.clientSecret)
  })

  it.each([
    ['no dialog', '?state=%7B%7D'],
    ['nothing', '?state='],
    ['no state', ''],
  ])('is 400 with %s', async (_what, query) => {
    const answer = await ada.inject({ url: `/api/v1/integrations/slack/authorize${query}` })
    expect(answer.statusCode).toBe(400)
  })

  it('is 404 from another account’s task, 401 for a visitor, 403 from another site’s link', async () => {
    const bob = await test.signUp('Bob')
    expect((await leave(bob, taskDialog())).statusCode).toBe(404)
    expect((await leave(test, taskDialog())).statusCode).toBe(401)
    expect((await leave(ada, taskDialog(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await leave(ada, taskDialog(), { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
  })

  it('is 404 from another account’s receiver, on the way to Slack and back', async () => {
    const eve = await test.signUp('Eve')
    const receiverId = await insertReceiver(test, ada)
    const left: SlackDialog = { receiverId, notificationId: null, messageTemplate: 'x', channelId: '' }
    expect((await leave(eve, left)).statusCode).toBe(404)
    expect((await leave(test, left)).statusCode).toBe(401)
    const back = await slack.agree(locationOf(await leave(ada, left)).href)
    expect((await comeBack(eve, back)).statusCode).not.toBe(303)
    expect(await channelsOf(eve)).toEqual([])
  })

  it('comes back at once, with the reason, where the dialog is too long for a URL', async () => {
    const messageTemplate = randomBytes(9000).toString('base64')
    const { page, dialog } = arrivedAt(locationOf(await leave(ada, taskDialog({ messageTemplate }))))
    expect(page).toBe(`/dashboard/tasks/${taskId}`)
    expect(dialog?.error).toContain('too long')
    expect(dialog?.messageTemplate).toBe(messageTemplate)
  })
})

describe('coming back', () => {
  it('[SL-06, SL-08, SL-11] to the task’s dialog as it was left, with the picked channel chosen', async () => {
    const { page, dialog } = await roundTrip(ada, taskDialog())
    expect(page).toBe(`/dashboard/tasks/${taskId}`)
    const [channel] = await channelsOf(ada)
    expect(channel).toEqual({ id: channel?.id, teamName: 'Acme', channel: '#alerts' })
    expect(dialog).toEqual(taskDialog({ channelId: channel?.id ?? '' }))
  })

  it('[SL-09] to a draft', async () => {
    const draftId = await makeDraft(ada)
    const { page, dialog } = await roundTrip(ada, taskDialog({ taskId: draftId }))
    expect(page).toBe(`/dashboard/drafts/${draftId}`)
    expect(dialog).toMatchObject({ taskId: draftId })
  })

  it('[SL-07, SL-10] to a receiver, by its own callback', async () => {
    const receiverId = await insertReceiver(test, ada)
    const left: SlackDialog = { receiverId, notificationId: null, messageTemplate: '{{ request.body }}', channelId: '' }
    const page = locationOf(await leave(ada, left))
    expect(page.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/v1/slack-callback/receiver')
    const arrived = arrivedAt(locationOf(await comeBack(ada, await slack.agree(page.href))))
    expect(arrived.page).toBe(`/dashboard/receivers/${receiverId}`)
    expect(arrived.dialog).toMatchObject({ ...left, channelId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  it('keeps what Slack granted encrypted, and it lets us post', async () => {
    const { dialog } = await roundTrip(ada, taskDialog())
    const [stored] = await test.db
      .select()
      .from(slackChannels)
      .where(eq(slackChannels.id, dialog?.channelId ?? ''))
    if (stored === undefined || stored.webhookUrl === null) throw new Error('The channel was not stored whole.')
    expect(JSON.stringify(stored)).not.toMatch(/xoxb|hooks\.slack/)
    expect(test.context.secrets.decrypt(stored.webhookUrl)).toBe('https://hooks.slack.example/services/secret')
    const token = test.context.secrets.decrypt(stored.token)
    expect(await slack.call('auth.test', token)).toMatchObject({ ok: true, team: 'Acme' })
  })

  it('gives a known channel its new access, under the id that its notifications name', async () => {
    slack.pick({ id: 'C0KNOWN', name: '#known' })
    const first = await roundTrip(ada, taskDialog())
    const channelId = first.dialog?.channelId ?? ''
    const revoked = { revokedAt: new Date() }
    await test.db.update(slackChannels).set(revoked).where(eq(slackChannels.id, channelId))
    slack.pick({ id: 'C0KNOWN', name: '#renamed' })
    expect((await roundTrip(ada, taskDialog())).dialog?.channelId).toBe(channelId)
    const channel = (await channelsOf(ada)).find(({ id }) => id === channelId)
    expect(channel).toEqual({ id: channelId, teamName: 'Acme', channel: '#renamed' })
  })

  it('is 404 where the task was deleted meanwhile', async () => {
    const { id } = await makeTask(ada)
    const back = await slack.agree(locationOf(await leave(ada, taskDialog({ taskId: id }))).href)
    await remove(ada, `/tasks/${id}?deactivate=true`)
    expect((await comeBack(ada, back)).statusCode).toBe(404)
  })
})

describe('[SL-06] coming back without a channel, the dialog says why', () => {
  const errorAfter = async (answer: Parameters<SlackPeer['answerExchange']>[0]) => {
    const before = await channelsOf(ada)
    slack.answerExchange(answer)
    const { page, dialog } = await roundTrip(ada, taskDialog())
    expect(page).toBe(`/dashboard/tasks/${taskId}`)
    expect(dialog).toEqual({ ...taskDialog(), error: dialog?.error })
    expect(await channelsOf(ada)).toEqual(before)
    return dialog?.error
  }

  it('where the user declines', async () => {
    const state = locationOf(await leave(ada, taskDialog())).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', state }).toString()
    const answer = await ada.inject({ url: `/api/v1/slack-callback?${query}` })
    const { page, dialog } = arrivedAt(locationOf(answer))
    expect(page).toBe(`/dashboard/tasks/${taskId}`)
    expect(dialog).toEqual({
      ...taskDialog(),
      error: 'Slack was not connected, because the request was declined there.',
    })
  })

  it.each([
    ['Slack does not take the code', { body: '{"ok":false,"error":"invalid_code"}' }, /rejected the request/],
    ['Slack does not know the app', { body: '{"ok":false,"error":"bad_client_secret"}' }, /Contact its administrator/],
    [
      'Slack gives its own reason',
      { body: '{"ok":false,"error":"org_login_required"}' },
      /this reason: org_login_required\./,
    ],
    [
      'Slack’s reason is no code',
      { body: '{"ok":false,"error":"<script>alert(1)</script>"}' },
      /its reason could not be read/,
    ],
    ['Slack is busy', { status: 429, headers: { 'retry-after': '30' } }, /busy/],
    ['Slack answers garbage', { body: '<html>' }, /its reason could not be read/],
    ['Slack is down', { status: 503 }, /could not be reached/],
  ])('where %s', async (_what, answer, message) => {
    expect(await errorAfter(answer)).toMatch(message)
  })

  it('where Slack names no channel', async () => {
    slack.pick(null)
    expect(await errorAfter(undefined)).toMatch(/which channel/)
  })
})

describe('[AP-53] the channels', () => {
  it('[SL-02] are listed by team and name, without those that Slack has revoked', async () => {
    const cleo = await test.signUp('Cleo')
    const zeta = await insertSlackChannel(test, cleo, { teamName: 'Zeta', channel: '#a' })
    const beta = await insertSlackChannel(test, cleo, { teamName: 'Beta', channel: '#b' })
    await insertSlackChannel(test, cleo, { revokedAt: new Date() })
    expect(await channelsOf(cleo)).toEqual([
      { id: beta, teamName: 'Beta', channel: '#b' },
      { id: zeta, teamName: 'Zeta', channel: '#a' },
    ])
  })

  it('are no other account’s, and no visitor’s', async () => {
    const dora = await test.signUp('Dora')
    await insertSlackChannel(test, ada)
    expect(await channelsOf(dora)).toEqual([])
    expect((await get(test, '/integrations/slack/channels')).statusCode).toBe(401)
  })
})

it('without Slack’s settings the dialog comes back with “Slack is not configured on this server.”', async () => {
  const without = await createTestApp({ sharing: test })
  const { page, dialog } = arrivedAt(locationOf(await leave(await secondSession(without, ada), taskDialog())))
  expect(page).toBe(`/dashboard/tasks/${taskId}`)
  expect(dialog).toEqual({ ...taskDialog(), error: 'Slack is not configured on this server.' })
  await without.close()
})
