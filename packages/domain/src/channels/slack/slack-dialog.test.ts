import { describe, expect, it } from 'vitest'
import { defaultCondition } from '../../conditions/condition-rules.ts'
import { decodeSlackDialog, SlackDialog } from './slack-dialog.ts'
import { encodeSlackDialog } from './encode-slack-dialog.ts'

const id = '01890000-0000-7000-8000-000000000000'
const dialog: SlackDialog = {
  taskId: id,
  notificationId: null,
  condition: defaultCondition,
  firing: { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 3, recoverAfterInARow: 2 },
  messageTemplate: '*{{ task.name }}*\n“quoted” & <braces> 100 % 日本',
  channelId: '',
}

describe('[SL-05, SL-06] the state of the Slack dialog', () => {
  it('is the same after it went through a URL', () => {
    const query = new URLSearchParams({ state: encodeSlackDialog(dialog) }).toString()
    expect(decodeSlackDialog(new URLSearchParams(query).get('state') ?? '')).toEqual(dialog)
  })

  it('says in at most 500 characters why there is no new channel', () => {
    const withError = (length: number) => encodeSlackDialog({ ...dialog, error: 'x'.repeat(length) })
    expect(decodeSlackDialog(withError(500))?.error).toHaveLength(500)
    expect(decodeSlackDialog(withError(501))).toBeNull()
  })

  it('names its task or its receiver', () => {
    expect(SlackDialog.safeParse({ ...dialog, receiverId: id }).error?.issues[0]?.message).toBe(
      'It belongs to a task or to a receiver.',
    )
  })

  it.each([
    ['no JSON', 'x'],
    ['no dialog', '{}'],
    ['of neither', JSON.stringify({ ...dialog, taskId: undefined })],
    ['of both', JSON.stringify({ ...dialog, receiverId: id })],
    ['with more in it', JSON.stringify({ ...dialog, isAdmin: true })],
    ['with an id that is none', JSON.stringify({ ...dialog, taskId: '../../accounts' })],
  ])('is rejected where it is %s', (_what, text) => {
    expect(decodeSlackDialog(text)).toBeNull()
  })
})
