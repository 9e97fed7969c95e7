import { describe, expect, it } from 'vitest'
import { changedFields, nextVersion } from './versions.ts'

describe('The fields that a save changes', () => {
  it('are named by their dotted paths', () => {
    const before = { name: 'a', target: { uri: 'x', headers: [['A', '1']], body: null } }
    const after = { name: 'a', target: { uri: 'y', headers: [['A', '2']], body: '' } }
    expect(changedFields(before, after)).toEqual(['target.uri', 'target.headers', 'target.body'])
  })

  it('include what is only on one side', () => {
    expect(changedFields({ a: { b: 1 } }, { a: null })).toEqual(['a.b', 'a'])
    expect(changedFields({ a: undefined }, {})).toEqual([])
  })

  it('do not include what follows from the others', () => {
    expect(
      changedFields({ version: 1, recipient: 'a', address: 'a' }, { version: 2, recipient: 'b', address: 'b' }),
    ).toEqual(['address'])
  })
})

describe('The version after a save', () => {
  const stored = { version: 3, fieldVersions: { name: 2, uri: 3 } }
  const current = () => ({ name: 'stored' })

  it('is the next one, and remembers which fields changed with it', () => {
    expect(nextVersion(stored, { changed: ['name'], sent: 3, current })).toEqual({
      version: 4,
      fieldVersions: { name: 4, uri: 3 },
    })
    expect(nextVersion(stored, { changed: ['name'], sent: undefined, current }).version).toBe(4)
  })

  it('is rejected where the save started from another one, with what is stored and what was changed since', () => {
    expect(() => nextVersion(stored, { changed: ['name'], sent: 2, current })).toThrow(
      expect.objectContaining({
        code: 'OUT_OF_DATE',
        conflict: { current: { name: 'stored' }, changedFields: ['uri'] },
      }),
    )
  })

  it('stays the same where nothing is changed, whatever the save started from', () => {
    expect(nextVersion(stored, { changed: [], sent: 1, current })).toEqual(stored)
  })
})
