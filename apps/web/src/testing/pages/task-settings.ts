import type { TaskView } from '@knockwire/domain/tasks/task'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { task } from '../builders/task.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { openPage } from '../open-page.tsx'
import { section, textsOf } from '../screens.ts'
import { serveNotifications } from '../serve-notifications.ts'
import { serveTask } from '../serve-task.ts'

export const request = section('Request Settings')
export const schedule = section('Request Schedule')
export const name = request.getByLabelText('Name', { exact: true })
export const url = request.getByLabelText('URL', { exact: true })
export const buttonsOf = (part: typeof request) =>
  textsOf(part.getByRole('button', { name: /^(Edit|Save|Cancel|Create)$/ }))
export const press = (part: typeof request, button: string) =>
  part.getByRole('button', { name: button, exact: true }).click()
export const heading = page.getByRole('heading', { level: 1 })

export const openTask = async (view: TaskView = task()) => {
  const served = serveTask(view)
  serveNotifications()
  await openPage(paths.task(view.id))
  await expect.element(request.getByRole('button', { name: 'Edit' })).toBeVisible()
  return served
}
