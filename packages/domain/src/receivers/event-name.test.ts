import { describe, expect, it } from 'vitest'
import { eventNameOf } from './event-name.ts'

const named = (name: string): [string, string][] => [[name, 'push']]

describe('the name of an event', () => {
  it.each([
    'X-GitHub-Event',
    'X-Gitlab-Event',
    'X-Event-Key',
    'X-Shopify-Topic',
    'X-Gitea-Event',
    'X-Event-Type',
    'ce-type',
  ])('is read from the header %s', (name) => expect(eventNameOf(named(name), null)).toBe('push'))

  it.each(['type', 'event', 'event_type', 'eventType', 'action'])('is read from the member %s of a body', (member) => {
    expect(eventNameOf([], JSON.stringify({ [member]: 'paid' }))).toBe('paid')
  })

  it('is the header’s before the body’s, and the first of the members that is a name', () => {
    expect(eventNameOf(named('ce-type'), '{"type":"paid"}')).toBe('push')
    expect(eventNameOf([['ce-type', ' ']], '{"type":"paid"}')).toBe('paid')
    expect(eventNameOf([], '{"action":"c","type":7,"event":"b"}')).toBe('b')
  })

  it.each(['"type"', '["type"]', 'null', '{', '', '{"type":""}', '{"type":" "}', '{"type":{}}', '{"kind":"a"}'])(
    'is not read from %s',
    (body) => expect(eventNameOf(named('Content-Type'), body)).toBeNull(),
  )

  it('has at most 100 characters', () => {
    const of = (length: number) => eventNameOf([], JSON.stringify({ type: 'a'.repeat(length) }))
    expect([of(100), of(101)]).toEqual(['a'.repeat(100), null])
  })

  it('is not taken from what every object has', () => {
    expect(eventNameOf([], '{"__proto__":{"type":"a"}}')).toBeNull()
  })
})
