import type { FieldErrors } from '@knockwire/domain/errors'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createEditing, type Editing, type EditingOptions } from './editing.ts'
import { plainField } from './merge.ts'

interface Form {
  name: string
  city: string
}
interface Stored extends Form {
  version: number
}
type Options = EditingOptions<Form, Stored, Stored>

const stored: Stored = { name: 'Ada', city: 'Vienna', version: 1 }

function begin(changed: Partial<Options> = {}) {
  const rejected = vi.fn<(error: Error) => void>()
  const saves: { name: string | undefined; version: number }[] = []
  const save: Options['save'] = async ({ values, base }) => {
    saves.push({ name: values.name, version: base.version })
    return { ...base, ...values, version: base.version + 1 }
  }
  const editing: Editing<Form, Stored> = createEditing<Form, Stored, Stored>(
    { values: { name: 'Ada', city: 'Vienna' }, base: stored },
    {
      check: ({ name }): FieldErrors => (name === '' ? { name: 'Enter a name.' } : {}),
      valuesOf: ({ name, city }) => ({ name, city }),
      mergeFields: () => [plainField<Form, 'name'>('name', 'Name'), plainField<Form, 'city'>('city', 'City')],
      save,
      onSaved: (saved) => editing.set({ base: saved }),
      onRejected: rejected,
      ...changed,
    },
  )
  const settled = () => vi.waitFor(() => expect(editing.state().isSaving).toBe(false))
  return { editing, saves, rejected, settled }
}

const outOfDate = (current: Stored) =>
  new ApiError({ status: 409, code: 'OUT_OF_DATE', message: 'It was changed elsewhere.', current })

/** Rejects what starts from an older version than what is stored elsewhere. */
const savedElsewhere = (elsewhere: Stored, saves: number[] = []) => ({
  save: async ({ values, base }: Parameters<Options['save']>[0]) => {
    saves.push(base.version)
    if (base.version < elsewhere.version) throw outOfDate(elsewhere)
    return { ...base, ...values, version: base.version + 1 }
  },
})

it('tells those who show it of each change, with the values as they are now', () => {
  const { editing } = begin()
  const seen: (string | undefined)[] = []
  const stop = editing.subscribe(() => seen.push(editing.state().values.name))
  editing.change({ name: 'Grace' })
  stop()
  editing.change({ name: 'Mary' })
  expect(seen).toEqual(['Grace'])
  expect(editing.isDirty()).toBe(true)
})

it('saves one at a time, from the version that editing started from, and no more until it is edited again', async () => {
  const { editing, saves, settled } = begin()
  editing.change({ name: 'Grace' })
  editing.save()
  editing.save()
  await settled()
  editing.save()
  expect(saves).toEqual([{ name: 'Grace', version: 1 }])
  editing.allowAgain()
  editing.save()
  await settled()
  expect(saves).toEqual([
    { name: 'Grace', version: 1 },
    { name: 'Grace', version: 2 },
  ])
})

it('sends nothing that the domain rejects, and says why as the server would', async () => {
  const { editing, saves, rejected, settled } = begin()
  editing.change({ name: '' })
  editing.save()
  await settled()
  expect(saves).toEqual([])
  expect(rejected).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ errors: { name: 'Enter a name.' } }))
})

it('leaves it to the server to check where the rules cannot be loaded', async () => {
  const { editing, saves, settled } = begin({ check: () => Promise.reject(new TypeError('Failed to fetch')) })
  editing.change({ name: '' })
  editing.save()
  await settled()
  expect(saves).toEqual([{ name: '', version: 1 }])
})

it('saves at once from what is stored by now, where nothing reads otherwise', async () => {
  const versions: number[] = []
  const { editing, rejected } = begin(savedElsewhere({ ...stored, version: 2 }, versions))
  editing.change({ name: 'Grace' })
  editing.save()
  await vi.waitFor(() => expect(editing.state().base).toMatchObject({ name: 'Grace', version: 3 }))
  expect(versions).toEqual([1, 2])
  expect(rejected).not.toHaveBeenCalled()
})

it('shows what was saved elsewhere, and saves what is chosen of both sides with what was typed since', async () => {
  const { editing, settled } = begin(savedElsewhere({ name: 'Mary', city: 'Linz', version: 2 }))
  editing.change({ name: 'Grace' })
  editing.save()
  await vi.waitFor(() => expect(editing.state().conflict).not.toBeNull())
  expect(editing.state().conflict?.differences.map(({ key, mine, theirs }) => [key, mine, theirs])).toEqual([
    ['name', 'Grace', 'Mary'],
    ['city', 'Vienna', 'Linz'],
  ])
  editing.change({ name: 'Grace H.' })
  editing.resolve({ name: 'mine', city: 'theirs' })
  await settled()
  await vi.waitFor(() => expect(editing.state().base).toEqual({ name: 'Grace H.', city: 'Linz', version: 3 }))
  expect(editing.state().conflict).toBeNull()
})

it('keeps the form as it was typed where a conflict is left for later', async () => {
  const { editing } = begin(savedElsewhere({ name: 'Mary', city: 'Vienna', version: 2 }))
  editing.change({ name: 'Grace' })
  editing.save()
  await vi.waitFor(() => expect(editing.state().conflict).not.toBeNull())
  editing.postpone()
  expect(editing.state()).toMatchObject({ conflict: null, values: { name: 'Grace' }, base: stored })
})

it('[ER-02] an edit clears the error of its field, and no other', () => {
  const editing = createEditing<{ settings: Form }, null, null>(
    { values: { settings: { name: '', city: '' } }, base: null, errors: { name: 'No.', city: 'No.' } },
    {
      check: () => ({}),
      valuesOf: () => ({ settings: stored }),
      mergeFields: () => [],
      save: async () => null,
      onSaved: () => {},
      onRejected: () => {},
    },
  )
  editing
    .section('settings')
    .bind('name')
    .onChange({ currentTarget: { value: 'Ada' } })
  expect(editing.state()).toMatchObject({ values: { settings: { name: 'Ada', city: '' } }, errors: { city: 'No.' } })
  expect(editing.state().errors).not.toHaveProperty('name')
})
