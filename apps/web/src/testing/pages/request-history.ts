import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { receiver, requestRow } from '../builders/receiver.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { openPage } from '../open-page.tsx'
import { serveReceiver } from '../serve-receiver.ts'

export const table = page.getByRole('table', { name: 'Requests' })
export const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /ago|now/ }) })
const toggles = table.getByRole('button', { name: /ago|now/ })
export const toggle = (index: number) => toggles.nth(index)
export const status = page.getByRole('status')
export const path = (more = '') => `${paths.history({ kind: 'receiver', id: receiver().id })}${more}`
export const expectRows = (count: number) => expect.poll(() => toggles.elements().length).toBe(count)
export const expectState = (label: string) => expect.element(page.getByText(label, { exact: true })).toBeVisible()
/** So many rows, the newest in front. */
export const requests = (count: number) => Array.from({ length: count }, (_, index) => requestRow(count - index))

export const openHistory = async (...shown: ReturnType<typeof requestRow>[]) => {
  const served = serveReceiver(receiver(), ...shown)
  await openPage(path())
  return served
}
