import type { z } from 'zod'
import type { PreviewNotificationInput, PreviewView } from '@knockwire/domain/notifications/preview'
import { expect, it } from 'vitest'
import type { Locator } from 'vitest/browser'
import { idOf } from '../../../testing/builders/ids.ts'
import { notification } from '../../../testing/builders/notification.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { editDialog } from '../../../testing/notification-screens.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { section } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { serveTask } from '../../../testing/serve-task.ts'

type Preview = z.input<typeof PreviewView>

const slow = {
  source: 'response_time',
  property: '',
  comparison: 'number_greater_than',
  rightValue: 500,
  advancedCondition: null,
} as const

/** Opens the dialog of a stored notification whose condition is met above 500 ms. */
async function openDialog() {
  const served = serveTask(task({ notificationCount: 1 }))
  serveNotifications(notification({ condition: slow }))
  let answer: (input: PreviewNotificationInput) => Preview | ReturnType<typeof rejected> | Promise<Preview> = () =>
    verdictOf('met', 'Response time was 750 ms.')
  server.post('/notifications/preview', 'PreviewView', ({ body }) => answer(body as PreviewNotificationInput))
  await openPage(`/dashboard/tasks/${served.view.id}`)
  await expect.element(section('Email').getByRole('table')).toBeVisible()
  const dialog = await editDialog('Email')
  await expect.element(dialog.getByText('Met by the latest execution', { exact: true })).toBeVisible()
  return {
    dialog,
    served,
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

const verdictOf = (kind: 'met' | 'unmet', reason: string): Preview => ({
  subjectId: idOf('execution', 1),
  verdict: { kind, holds: kind === 'met', reasons: [reason], reasonsMet: [kind === 'met'] },
  texts: {},
})

const limit = (dialog: Locator) => dialog.getByLabelText('Value (ms)')

it('a verdict about an earlier condition is not shown as one about the condition that is typed', async () => {
  const { dialog, answerWith } = await openDialog()
  const { promise, resolve } = Promise.withResolvers<Preview>()
  answerWith(() => promise)
  await limit(dialog).fill('900')
  await expect.element(dialog.getByText('Checking against the latest execution', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Met by the latest execution', { exact: true })).not.toBeInTheDocument()
  resolve(verdictOf('unmet', 'Response time was 750 ms.'))
  await expect.element(dialog.getByText('Not met by the latest execution', { exact: true })).toBeVisible()
})

it('a condition that cannot be checked says so, and is checked again by a button', async () => {
  const { dialog, answerWith } = await openDialog()
  answerWith(() => rejected(503, 'UNAVAILABLE'))
  await limit(dialog).fill('900')
  await expect.element(dialog.getByText('The condition can’t be checked right now', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('The preview isn’t available right now. You can still save.')).toBeVisible()
  answerWith(() => verdictOf('unmet', 'Response time was 750 ms.'))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Not met by the latest execution', { exact: true })).toBeVisible()
})

it('an execution that ends while the dialog is open is the one that the verdict is about', async () => {
  const { dialog, served, answerWith } = await openDialog()
  answerWith(() => verdictOf('unmet', 'Response time was 20 ms.'))
  served.state = 'second'
  await expect
    .element(dialog.getByText('Not met by the latest execution', { exact: true }), { timeout: 15_000 })
    .toBeVisible()
  await expect.element(dialog.getByText('Response time was 20 ms.', { exact: true })).toBeVisible()
})
