import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { describe, expect, it } from 'vitest'
import { newForm } from '../../notification-form.ts'
import type { NotificationOwner } from '../../owner.ts'
import { authorizePath, restoreSlackDialog, slackStateParam, toSlackDialog, type SlackForm } from './slack-dialog.ts'

const task = { kind: 'task', id: '01a1fb94-6970-7605-a58a-13722d4ffeca' } as const
const receiver = { ...task, kind: 'receiver' } as const
const existingId = '01a1fb94-6970-7605-a58a-13722d4ffecb'

/** What Slack's page sends back is what it was sent. */
function goThere(path: string | null): URLSearchParams {
  const state = new URL(path ?? '', 'http://localhost').searchParams.get('state') ?? ''
  return new URLSearchParams({ [slackStateParam]: state })
}

/** The dialog as it is left for Slack. */
function leave(owner: NotificationOwner, notificationId: string | null, change: Partial<SlackForm> = {}) {
  const { rule, action } = newForm(owner, 'SLACK', '')
  const slack = { ...(action as SlackForm), ...change }
  const form = { rule, action: slack }
  return { form, dialog: toSlackDialog({ owner, notificationId, form }, slack) }
}

describe('The Slack dialog', () => {
  it('[SL-05] restores the condition, firing, template, notification and task', async () => {
    const { form, dialog } = leave(task, existingId)
    expect(dialog).toMatchObject({ taskId: task.id, notificationId: existingId, condition: defaultCondition })
    expect(await restoreSlackDialog(goThere(authorizePath(dialog)), task)).toEqual({
      notificationId: existingId,
      initial: form,
      restored: {},
    })
  })

  it('[SL-05] restores the template, notification and receiver', async () => {
    const { form, dialog } = leave(receiver, null)
    expect(dialog).toMatchObject({ receiverId: receiver.id })
    expect(await restoreSlackDialog(goThere(authorizePath(dialog)), receiver)).toEqual({
      notificationId: null,
      initial: form,
      restored: {},
    })
  })

  it('restores a dialog without a new channel with the reason as its error', async () => {
    const { dialog } = leave(task, null)
    const search = goThere(authorizePath({ ...dialog, error: 'Slack was not allowed to post.' }))
    expect((await restoreSlackDialog(search, task))?.restored).toEqual({
      slackChannel: 'Slack was not allowed to post.',
    })
  })

  it('restores every character of a template', async () => {
    const messageTemplate = '{{ request.body }} & "?" #%20 é 🚀\n+'
    const { dialog } = leave(receiver, null, { messageTemplate })
    const restored = await restoreSlackDialog(goThere(authorizePath(dialog)), receiver)
    expect(restored?.initial.action).toMatchObject({ messageTemplate })
  })

  it('does not leave with a template that no URL can hold', () => {
    expect(authorizePath(leave(task, null, { messageTemplate: 'x'.repeat(15_000) }).dialog)).toBeNull()
  })

  it('[SL-06] restores nothing on another page, nor from what is no dialog', async () => {
    const search = goThere(authorizePath(leave(task, null).dialog))
    expect(await restoreSlackDialog(search, { ...task, id: existingId })).toBeNull()
    expect(await restoreSlackDialog(search, receiver)).toBeNull()
    for (const text of ['', '{}', 'null', '{"taskId":1}', '<script>']) {
      expect(await restoreSlackDialog(new URLSearchParams({ [slackStateParam]: text }), task)).toBeNull()
    }
    expect(await restoreSlackDialog(new URLSearchParams(), task)).toBeNull()
  })
})
