import { expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { server } from '../../testing/network.ts'
import type * as OnePage from './use-has-outbox.ts'

let pages = 0

/** The hook as a page has it that was just opened: its module keeps what it has found until the page is left. */
const ofNewPage = async () => {
  pages += 1
  const file = `./use-has-outbox.ts?page=${pages}`
  const { useHasOutbox } = (await import(/* @vite-ignore */ file)) as typeof OnePage
  return useHasOutbox
}

const answerWith = (respond: () => Response) => {
  let calls = 0
  server.page('/dev/outbox.json', () => {
    calls += 1
    return respond()
  })
  return () => calls
}

it('the development outbox is looked for once, however many forms show it', async () => {
  const useHasOutbox = await ofNewPage()
  const calls = answerWith(() => Response.json([]))
  const first = await renderHook(useHasOutbox)
  await expect.poll(() => first.result.current).toBe(true)
  await first.unmount()
  const second = await renderHook(useHasOutbox)
  await expect.poll(() => second.result.current).toBe(true)
  expect(calls()).toBe(1)
})

it('the development outbox is looked for again after the call for it did not get through', async () => {
  const useHasOutbox = await ofNewPage()
  const failed = answerWith(() => Response.error())
  const first = await renderHook(useHasOutbox)
  await expect.poll(failed).toBe(1)
  expect(first.result.current).toBe(false)
  answerWith(() => Response.json([]))
  const second = await renderHook(useHasOutbox)
  await expect.poll(() => second.result.current).toBe(true)
})
