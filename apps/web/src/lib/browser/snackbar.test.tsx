import { expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { markReachable, markUnreachable } from '../api/connection.ts'
import { server } from '../../testing/network.ts'
import { usePlainSnackbars } from './plain-snackbars.ts'
import type * as OnePage from './snackbar.ts'

let pages = 0

/** Snackbars as a page has them that was just opened: their code is not loaded yet. */
const ofNewPage = async () => {
  pages += 1
  const file = `./snackbar.ts?page=${pages}`
  const { snackbar } = (await import(/* @vite-ignore */ file)) as typeof OnePage
  const shown = await renderHook(usePlainSnackbars)
  return { snackbar, messages: () => shown.result.current.map(({ message }) => message) }
}

it('an error is said while the server does not respond, although the code of snackbars is not there yet', async () => {
  server.page('/healthz', () => Response.error())
  const { snackbar, messages } = await ofNewPage()
  markUnreachable()
  const hide = snackbar.error('Error creating task')
  await expect.poll(messages).toEqual(['Error creating task'])
  hide()
  await expect.poll(messages).toEqual([])
  markReachable()
})
