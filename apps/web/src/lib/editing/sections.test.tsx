import { expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSections } from './sections.ts'

interface Values {
  request: string
  schedule: string
}

const render = () => renderHook(() => useSections<Values, null>('task.1'))

it('every section that is edited, or in which something is wrong, is open once the form has been loaded', async () => {
  const { result, act } = await render()
  await act(() => result.current.edit('request'))
  await act(() => result.current.edit('schedule'))
  await act(() => result.current.show({ requestUrl: 'Not a URL.' }))
  expect(result.current.isOpen('request')).toBe(true)
  expect(result.current.isOpen('schedule')).toBe(true)
  expect(result.current.host?.start).toEqual({
    sections: ['request', 'schedule'],
    errors: { requestUrl: 'Not a URL.' },
  })
})

it('Cancel while the form is being loaded closes its own section, and the last one ends the editing', async () => {
  const { result, act } = await render()
  await act(() => result.current.edit('request'))
  await act(() => result.current.edit('schedule'))
  await act(() => result.current.cancel('request'))
  expect(result.current.isOpen('request')).toBe(false)
  expect(result.current.isOpen('schedule')).toBe(true)
  await act(() => result.current.cancel('schedule'))
  expect(result.current.host).toBeNull()
})
