import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountHook, stubBrowser } from '../../../testing/mount.ts'
import { createMark, useIsMarked, useMark, useMarkedId } from './mark.ts'

beforeEach(stubBrowser)
afterEach(() => void vi.unstubAllGlobals())

it('pointing draws the row that it leaves and the one that it comes to, and no other', async () => {
  const mark = createMark()
  const drawn: string[] = []
  const rows: { isMarked: () => boolean; unmount: () => Promise<void> }[] = []
  for (const id of ['a', 'b', 'c']) {
    const { result, unmount } = await mountHook(() => {
      drawn.push(id)
      return useIsMarked(mark, id)
    })
    rows.push({ isMarked: () => result.current, unmount })
  }
  await act(async () => mark.set('a'))
  drawn.length = 0
  await act(async () => mark.set('b'))
  expect(drawn.toSorted()).toEqual(['a', 'b'])
  expect(rows.map(({ isMarked }) => isMarked())).toEqual([false, true, false])

  drawn.length = 0
  await act(async () => mark.set('b'))
  expect(drawn).toEqual([])
  for (const { unmount } of rows) await unmount()
})

it('nothing is pointed at once the page was turned', async () => {
  let page = 0
  const { result, rerender, unmount } = await mountHook(() => {
    const mark = useMark(page)
    return { mark, marked: useMarkedId(mark) }
  })
  await act(async () => result.current.mark.set('a'))
  expect(result.current.marked).toBe('a')
  page = 1
  await rerender()
  expect(result.current.marked).toBeNull()
  await unmount()
})
