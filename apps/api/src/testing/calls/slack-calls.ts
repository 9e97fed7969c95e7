import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { SlackChannelView } from '@knockwire/domain/channels/slack/slack-setting'
import { decodeSlackDialog, type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { encodeSlackDialog } from '@knockwire/domain/channels/slack/encode-slack-dialog'
import type { LightMyRequestResponse } from 'fastify'
import type { SlackPeer } from '../peers/slack-peer.ts'
import { type Asker, get } from './task-calls.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** A filled-in dialog, as the browser leaves it. */
export const slackDialog = (changes: Partial<SlackDialog>): SlackDialog => ({
  notificationId: null,
  condition: { ...defaultCondition, rightValue: 503 },
  firing: { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 2, recoverAfterInARow: 1 },
  messageTemplate: '*{{ task.name }}* is down & out\n“{{ condition.value }}”',
  channelId: '',
  ...changes,
})

export const leave = (asker: Asker, dialog: SlackDialog, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams({ state: encodeSlackDialog(dialog) }).toString()
  return asker.inject({ url: `/api/v1/integrations/slack/authorize?${query}`, headers })
}

/** Where an answer sends the browser. */
export const locationOf = ({ statusCode, headers, body }: LightMyRequestResponse): URL => {
  if (statusCode !== 303) throw new Error(`Expected 303, got ${statusCode}: ${body}`)
  return new URL(String(headers.location), 'http://127.0.0.1:3000')
}

/** The page and the dialog that the browser ends on. */
export const arrivedAt = (location: URL): { page: string; dialog: SlackDialog | null } => ({
  page: location.pathname,
  dialog: decodeSlackDialog(location.searchParams.get('slackModalState') ?? ''),
})

export const comeBack = (asker: Asker, location: string | URL, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(location)
  return asker.inject({ url: `${pathname}${search}`, headers })
}

/** From the dialog to Slack, which agrees, and back. */
export const slackRoundTrip = async (slack: SlackPeer, asker: Asker, dialog: SlackDialog) => {
  const back = await slack.agree(locationOf(await leave(asker, dialog)).href)
  return arrivedAt(locationOf(await comeBack(asker, back)))
}

export const channelsOf = async (asker: Asker): Promise<SlackChannelView[]> =>
  (await get(asker, '/integrations/slack/channels')).json()

/** The same user in another browser. */
export const secondSession = async (test: Pick<TestApp, 'inject'>, user: TestUser): Promise<Asker> => {
  const payload = { email: user.email, password: user.password }
  const answer = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload })
  const [cookie] = answer.cookies
  if (cookie === undefined) throw new Error(`Sign-in opened no session: ${answer.body}`)
  return { inject: (options) => test.inject({ ...options, cookies: { [cookie.name]: cookie.value } }) }
}
