import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { task } from '../builders/task.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { openPage } from '../open-page.tsx'
import { serveExecutions } from '../serve-executions.ts'

export const table = page.getByRole('table', { name: 'Details' })
export const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /ago|now/ }) })
export const toggles = table.getByRole('button', { name: /ago|now/ })
export const chart = page.getByRole('slider', { name: /^Response Time/ })
export const status = page.getByRole('status')
export const path = (more = '') => `${paths.history({ kind: 'task', id: task().id })}${more}`
export const expectRows = (count: number) => expect.poll(() => toggles.elements().length).toBe(count)
export const expectState = (label: string) => expect.element(page.getByText(label, { exact: true })).toBeVisible()
export const newButton = (count: number) => page.getByRole('button', { name: `${count} new`, exact: true })

export const openHistory = async (...shown: ExecutionRow[]) => {
  const served = serveExecutions(task(), ...shown)
  await openPage(path())
  await expectRows(Math.min(10, shown.length))
  return served
}
