import { defaultCondition } from '@knockwire/domain/conditions/condition'
import { describe, expect, it } from 'vitest'
import { formOfSlackDialog, newForm, toSlackDialog } from '../form/notification-form.ts'
import { authorizePath, returningDialog, slackStateParam } from './slack-state.ts'

const task = { kind: 'task', id: '01a1fb94-6970-7605-a58a-13722d4ffeca' } as const
const receiver = { ...task, kind: 'receiver' } as const
const notificationId = '01a1fb94-6970-7605-a58a-13722d4ffecb'

/** What Slack's page sends back is what it was sent. */
function goThere(path: string | null): URLSearchParams {
  const state = new URL(path ?? '', 'http://localhost').searchParams.get('state') ?? ''
  return new URLSearchParams({ [slackStateParam]: state })
}

describe('the way to Slack and back', () => {
  it('[SL-05] takes condition, firing, template, notification and task along', () => {
    const form = newForm(task, 'SLACK', '')
    const dialog = toSlackDialog(task, notificationId, form)
    expect(dialog).toMatchObject({ taskId: task.id, notificationId, condition: defaultCondition })
    const returned = returningDialog(goThere(authorizePath(dialog)), task)
    expect(returned).toEqual(dialog)
    expect(returned && formOfSlackDialog(task, returned)).toEqual(form)
  })

  it('[SL-05] takes template, notification and receiver along', () => {
    const form = newForm(receiver, 'SLACK', '')
    const returned = returningDialog(goThere(authorizePath(toSlackDialog(receiver, null, form))), receiver)
    expect(returned).toMatchObject({ receiverId: receiver.id, notificationId: null })
    expect(returned && formOfSlackDialog(receiver, returned)).toEqual(form)
  })

  it('keeps every character of a template', () => {
    const form = newForm(receiver, 'SLACK', '')
    const messageTemplate = '{{ request.body }} & "?" #%20 é 🚀\n+'
    const dialog = toSlackDialog(receiver, null, {
      ...form,
      action: { type: 'SLACK', slackChannel: '', messageTemplate },
    })
    expect(returningDialog(goThere(authorizePath(dialog)), receiver)).toMatchObject({ messageTemplate })
  })

  it('is not taken with a template that no URL can hold', () => {
    const dialog = { ...toSlackDialog(task, null, newForm(task, 'SLACK', '')), messageTemplate: 'x'.repeat(15_000) }
    expect(authorizePath(dialog)).toBeNull()
  })

  it('[SL-06] restores nothing on another page, nor from what is no dialog', () => {
    const search = goThere(authorizePath(toSlackDialog(task, null, newForm(task, 'SLACK', ''))))
    expect(returningDialog(search, { ...task, id: notificationId })).toBeNull()
    expect(returningDialog(search, receiver)).toBeNull()
    for (const text of ['', '{}', 'null', '{"taskId":1}', '<script>']) {
      expect(returningDialog(new URLSearchParams({ [slackStateParam]: text }), task)).toBeNull()
    }
    expect(returningDialog(new URLSearchParams(), task)).toBeNull()
  })
})
