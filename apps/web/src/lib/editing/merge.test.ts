import { describe, expect, it } from 'vitest'
import { defaultChoices, differencesOf, merge, plainField } from './merge.ts'

interface Form {
  name: string
  url: string
  headers: string[]
}

const fields = [
  plainField<Form, 'name'>('name', 'Name'),
  plainField<Form, 'url'>('url', 'URL'),
  plainField<Form, 'headers'>('headers', 'Headers', (headers) => headers.join('\n')),
]
const base: Form = { name: 'Tea', url: 'https://a.example', headers: ['A: 1'] }

describe('A form that was changed here and elsewhere', () => {
  it('shows what was changed elsewhere, and whether it was changed here as well', () => {
    const mine = { ...base, name: 'Green tea', url: 'https://mine.example' }
    const theirs = { ...base, url: 'https://theirs.example', headers: ['A: 2', 'B: 3'] }
    expect(differencesOf(fields, { base, mine, theirs })).toEqual([
      { key: 'url', label: 'URL', mine: 'https://mine.example', theirs: 'https://theirs.example', isMine: true },
      { key: 'headers', label: 'Headers', mine: 'A: 1', theirs: 'A: 2\nB: 3', isMine: false },
    ])
  })

  it('has no difference where both made the same change', () => {
    const changed = { ...base, name: 'Green tea' }
    expect(differencesOf(fields, { base, mine: changed, theirs: changed })).toEqual([])
  })

  it('keeps what was typed and takes what was only changed elsewhere, unless chosen otherwise', () => {
    const versions = {
      base,
      mine: { ...base, name: 'Green tea', url: 'https://mine.example' },
      theirs: { ...base, url: 'https://theirs.example', headers: [] },
    }
    const choices = defaultChoices(differencesOf(fields, versions))
    expect(choices).toEqual({ url: 'mine', headers: 'theirs' })
    expect(merge(fields, versions, choices)).toEqual({ name: 'Green tea', url: 'https://mine.example', headers: [] })
    expect(merge(fields, versions, { url: 'theirs', headers: 'mine' })).toEqual({
      name: 'Green tea',
      url: 'https://theirs.example',
      headers: ['A: 1'],
    })
  })
})
