import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { decodeSlackDialog, type SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { encodeSlackDialog } from '@knockwire/domain/channels/slack/encode-slack-dialog'
import { z } from 'zod'

/** How long a person may stay at Slack's page. */
export const stateLifetimeMs = 10 * 60_000

const Contents = z.object({ nonce: z.string(), issuedAtMs: z.number(), dialog: z.string() })

export interface SlackState {
  /** Names this one authorization, which can be completed once. */
  nonce: string
  issuedAtMs: number
  dialog: SlackDialog
}

interface Binding {
  stateSecret: string
  /** Of the browser that left; another one's cannot come back with this state. */
  sessionId: string
}

const sign = ({ stateSecret, sessionId }: Binding, text: string): Buffer =>
  createHmac('sha256', stateSecret).update(`${sessionId}\n${text}`).digest()

/** The state that goes to Slack: `{contents}.{signature}`, packed, since it travels in a URL. */
export const issueSlackState = (binding: Binding, dialog: SlackDialog, nowMs: number): string => {
  const contents = {
    nonce: randomBytes(16).toString('base64url'),
    issuedAtMs: nowMs,
    dialog: encodeSlackDialog(dialog),
  }
  const text = deflateRawSync(JSON.stringify(contents)).toString('base64url')
  return `${text}.${sign(binding, text).toString('base64url')}`
}

/** Null where it is not what this session was given, or was given too long ago. */
export const readSlackState = (binding: Binding, state: string, nowMs: number): SlackState | null => {
  const [text = '', signature = '', ...rest] = state.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(binding, text)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const {
    nonce,
    issuedAtMs,
    dialog: encoded,
  } = Contents.parse(JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString('utf8')))
  const dialog = decodeSlackDialog(encoded)
  if (dialog === null || nowMs >= issuedAtMs + stateLifetimeMs) return null
  return { nonce, issuedAtMs, dialog }
}
