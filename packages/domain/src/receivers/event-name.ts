import type { ReadonlyHeaderList } from '../headers/header-list.ts'
import { headerValues } from '../headers/read-headers.ts'

/** Headers in which well-known senders name the event: GitHub, GitLab, Bitbucket, Shopify, Gitea, Twilio, CloudEvents. */
const eventHeaders = [
  'x-github-event',
  'x-gitlab-event',
  'x-event-key',
  'x-shopify-topic',
  'x-gitea-event',
  'x-event-type',
  'ce-type',
] as const

/** Members of a JSON body that name it, as Stripe, Slack and others have them. */
const eventMembers = ['type', 'event', 'event_type', 'eventType', 'action'] as const

/** Characters; a longer name is no name. */
const longestName = 100

/** Bytes of a body that is searched for a name; larger ones are not parsed for a row's sake. */
export const mostEventBytes = 65_536

/** What the sender calls an event, from a header or from a member of its JSON body; null where it says nothing. */
export const eventNameOf = (headers: ReadonlyHeaderList, body: string | null): string | null => {
  for (const name of eventHeaders) {
    const [value] = headerValues(headers, name)
    if (isName(value)) return value
  }
  return body === null ? null : memberOf(body)
}

const memberOf = (body: string): string | null => {
  const parsed = parse(body)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const members = new Map<string, unknown>(Object.entries(parsed))
  return eventMembers.map((member) => members.get(member)).find(isName) ?? null
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName
