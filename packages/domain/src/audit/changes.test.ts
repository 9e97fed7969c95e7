import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesAt, changesOf, longestChangedValue, mostChanges } from './changes.ts'
import { maskRequests, maskUri } from './mask-requests.ts'

describe('the changes between two views', () => {
  it('are the fields that differ, as text, and null where there is none', () => {
    const before = { name: 'Shop', scheduler: { mode: 'INTERVAL', every: 60 }, note: null, version: 1 }
    const after = { name: 'Shop 2', scheduler: { mode: 'INTERVAL', every: 300 }, note: 'x', tags: ['a'], version: 2 }
    expect(changesOf({ before, after })).toEqual([
      { field: 'name', before: 'Shop', after: 'Shop 2' },
      { field: 'scheduler.every', before: '60', after: '300' },
      { field: 'note', before: null, after: 'x' },
      { field: 'tags', before: null, after: '["a"]' },
    ])
  })

  it('are none where there was nothing and is nothing, as of what belongs to something new', () => {
    const expectation = { mode: 'EVERY', graceSeconds: 300, timezone: null, activeHours: null }
    expect(changesOf({ before: { expectation: null }, after: { expectation } })).toEqual([
      { field: 'expectation.mode', before: null, after: 'EVERY' },
      { field: 'expectation.graceSeconds', before: null, after: '300' },
    ])
  })

  it('are cut: a value after 500 characters, a list after 100', () => {
    const [change] = changesOf({ before: { text: 'a' }, after: { text: 'b'.repeat(10_000) } })
    expect(change).toMatchObject({ before: 'a' })
    expect((change as { after: string }).after).toHaveLength(longestChangedValue)
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${at}`, at]))
    expect(changesOf({ before: {}, after: many })).toHaveLength(mostChanges)
  })

  it('of a secret say that it changed, and nothing else', () => {
    const shown = { before: { password: '********' }, after: { password: '********' } }
    expect(changesAt(['password'], shown)).toEqual([{ field: 'password', secret: true }])
  })
})

describe('a request in the audit log', () => {
  const target = {
    uri: 'https://example.com/a?api_key=s3cret&page=2&flag#part',
    headers: [['Ocp-Apim-Subscription-Key', 's3cret']] as [string, string][],
    body: '{"client_secret":"s3cret"}',
    method: 'POST',
  }

  it('has no value of a header, of the query or of the body', () => {
    const shown = JSON.stringify(maskRequests({ name: 'x', request: { target } }))
    expect(shown).not.toContain('s3cret')
    expect(shown).toContain('https://example.com/a?api_key=********&page=********&flag#part')
    expect(shown).toContain('Ocp-Apim-Subscription-Key')
  })

  it('that is none stays as it is', () => {
    expect(maskRequests({ name: 'x' })).toEqual({ name: 'x' })
    expect(maskUri('no url at all')).toBe('no url at all')
    expect(maskUri('')).toBe('')
  })

  it('shows no value of any query', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^SECRET\w{0,9}$/))),
        (pairs) => {
          const query = pairs.map(([name, value]) => `${name}=${value}`).join('&')
          expect(maskUri(`https://example.com/?${query}`)).not.toContain('SECRET')
        },
      ),
    )
  })
})
