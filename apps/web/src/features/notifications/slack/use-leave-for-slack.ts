import type { SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { useEffect, useState } from 'react'
import { useLeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { noteSlackSetup } from '../api.ts'
import { authorizePath } from './slack-state.ts'

interface LeaveForSlack {
  /** Whether the page saves what it holds before it is left: then no warning stands in the way of the Slack dialog. */
  isDraft: boolean
  isOpen: boolean
  onRefused: (sentence: string) => void
}

/** How long the way to Slack may take before the dialog can be used again: it may have been stopped. */
const leavingMs = 5_000

/** Leaves the page for Slack's own, with the dialog's state. */
export function useLeaveForSlack({ isDraft, isOpen, onRefused }: LeaveForSlack) {
  const guard = useLeaveGuard()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    if (!isDraft || !isOpen) return
    guard.lift()
    return guard.restore
  }, [guard, isDraft, isOpen])

  const leave = async (dialog: SlackDialog) => {
    const path = authorizePath(dialog)
    if (path === null) {
      onRefused('The message is too long to be taken along to Slack. Please add the channel first, then the message.')
      return
    }
    setLeaving(true)
    if (isDraft && !(await guard.saveFirst())) {
      setLeaving(false)
      onRefused('What you typed on the page could not be saved, so you stay here. Please try again.')
      return
    }
    // A note that gets lost does not keep anyone from leaving.
    if (dialog.taskId !== undefined) await noteSlackSetup(dialog.taskId).catch(() => {})
    window.location.assign(path)
    window.setTimeout(() => setLeaving(false), leavingMs)
  }

  return { isLeaving, leave }
}
