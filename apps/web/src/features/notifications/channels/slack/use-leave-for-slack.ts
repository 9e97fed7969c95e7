import { useState } from 'react'
import { useLeaveGuard } from '../../../../components/ui/dialogs/leave-guard.tsx'
import { api } from '../../../../lib/api/api-client.ts'
import type { DialogContext } from '../channel.ts'
import { authorizePath, toSlackDialog, type SlackForm } from './slack-dialog.ts'

/** How long the way to Slack may take before the dialog can be used again: the user may have stopped it. */
const leavingMs = 5_000

/** Leaves the page for Slack's own, with the dialog's state. */
export function useLeaveForSlack(dialog: DialogContext) {
  const { isDraft, onLeaving, onError } = dialog
  const guard = useLeaveGuard()
  const [isLeaving, setIsLeaving] = useState(false)

  const setLeaving = (value: boolean) => {
    setIsLeaving(value)
    onLeaving(value)
    if (!value) guard.enable()
  }
  const leave = async (form: SlackForm) => {
    const state = toSlackDialog(dialog, form)
    const path = authorizePath(state)
    if (path === null) {
      onError({
        slackChannel:
          'The message is too long to keep while you are at Slack. Add the channel first, then the message.',
      })
      return
    }
    setLeaving(true)
    if (isDraft && !(await guard.saveBeforeLeaving())) {
      setLeaving(false)
      onError({ slackChannel: 'Your changes on this page could not be saved, so Slack was not opened. Try again.' })
      return
    }
    // The visit is recorded only so that the draft is stored longer: a failure stops nobody from leaving.
    if (state.taskId !== undefined) await recordSlackSetup(state.taskId).catch(() => {})
    // A draft is saved by now: then no warning stands in the way.
    if (isDraft) guard.disable()
    window.location.assign(path)
    window.setTimeout(() => setLeaving(false), leavingMs)
  }

  return { isLeaving, leave }
}

const recordSlackSetup = (taskId: string) =>
  api.send(`/api/v1/tasks/${encodeURIComponent(taskId)}/update-last-slack-setup-time`)
