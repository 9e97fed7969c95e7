import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountHook, stubBrowser } from '../../testing/mount.ts'
import { useSections } from './sections.ts'

beforeEach(stubBrowser)
afterEach(() => void vi.unstubAllGlobals())

interface Values {
  request: string
  schedule: string
}

it('every section that is edited, or in which something is wrong, is open once the form has been loaded', async () => {
  const { result } = await mountHook(() => useSections<Values, null>('task.1'))
  await act(async () => result.current.edit('request'))
  await act(async () => result.current.edit('schedule'))
  await act(async () => result.current.show({ requestUrl: 'Not a URL.' }))
  expect(result.current.isOpen('request')).toBe(true)
  expect(result.current.isOpen('schedule')).toBe(true)
  expect(result.current.host?.start).toEqual({
    sections: ['request', 'schedule'],
    errors: { requestUrl: 'Not a URL.' },
  })
})

it('Cancel while the form is being loaded closes its own section, and the last one ends the editing', async () => {
  const { result } = await mountHook(() => useSections<Values, null>('task.1'))
  await act(async () => result.current.edit('request'))
  await act(async () => result.current.edit('schedule'))
  await act(async () => result.current.cancel('request'))
  expect(result.current.isOpen('request')).toBe(false)
  expect(result.current.isOpen('schedule')).toBe(true)
  await act(async () => result.current.cancel('schedule'))
  expect(result.current.host).toBeNull()
})
