import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountHook, stubBrowser } from '../../testing/mount.ts'
import { useFormValues } from './use-form-values.ts'

beforeEach(stubBrowser)
afterEach(() => vi.unstubAllGlobals())

const initialValues = { name: '', city: 'Vienna' }

const rejectEmpty = (values: typeof initialValues) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === '' ? [[name, 'Empty.']] : [])))

async function mountValues() {
  const { result } = await mountHook(() => useFormValues(initialValues, rejectEmpty))
  const change = (name: keyof typeof initialValues, value: unknown) =>
    act(async () => result.current.getInputProps(name).onChange(value))
  return { shown: () => result.current, change }
}

it('a field takes a value, or the event of a browser’s input', async () => {
  const { shown, change } = await mountValues()
  await change('city', 'Graz')
  await change('name', { currentTarget: Object.assign(new Element(), { value: 'Ada' }) })
  expect(shown().values).toEqual({ name: 'Ada', city: 'Graz' })
  expect(shown().latest()).toEqual({ name: 'Ada', city: 'Graz' })
})

it('a field that is left is checked alone, all fields before they are sent', async () => {
  const { shown, change } = await mountValues()
  await change('city', '')
  await act(async () => shown().validateField('city'))
  expect(shown().errors).toEqual({ city: 'Empty.' })
  await act(async () => void shown().validate())
  expect(shown().errors).toEqual({ name: 'Empty.', city: 'Empty.' })
})

it('[ER-02] an edit takes away the error of its field and no other, a check the error of what is corrected', async () => {
  const { shown, change } = await mountValues()
  await act(async () => shown().setErrors({ name: 'Taken.', city: 'Unknown.' }))
  await change('name', 'Ada')
  expect(shown().errors).toEqual({ city: 'Unknown.' })
  await act(async () => shown().validateField('city'))
  expect(shown().errors).toEqual({})
})

it('a form is dirty while a value differs from what it started with, or from what was saved last', async () => {
  const { shown, change } = await mountValues()
  await change('name', 'Ada')
  expect(shown().isDirty()).toBe(true)
  await change('name', '')
  expect(shown().isDirty()).toBe(false)
  await change('name', 'Ada')
  await act(async () => shown().resetDirty())
  expect(shown().isDirty()).toBe(false)
})

it('a form that is reset has the values that were saved last, and no errors', async () => {
  const { shown, change } = await mountValues()
  await change('name', 'Ada')
  await act(async () => shown().resetDirty())
  await change('name', '')
  await act(async () => void shown().validate())
  await act(async () => shown().reset())
  expect(shown().values).toEqual({ name: 'Ada', city: 'Vienna' })
  expect(shown().errors).toEqual({})
  expect(shown().isDirty()).toBe(false)
})
