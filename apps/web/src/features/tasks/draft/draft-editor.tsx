import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { ScheduleEditor } from '../schedule/schedule-editor.tsx'
import { BackLink } from '../../../components/ui/back-link.tsx'
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { SettingsSection } from '../../../components/ui/settings-section.tsx'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { focusFirstError } from '../../../lib/focus-first-error.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { RequestFields } from '../settings/request-fields.tsx'
import { DraftStatus } from './draft-status.tsx'
import classes from './draft.module.css'
import { Refusal } from './refusal.tsx'
import { useDraftActions } from './use-draft-actions.ts'
import { useDraftForm, type DraftForm } from './use-draft-form.ts'

interface DraftEditorProps {
  task: TaskView
  /** The task's notifications, beneath the two sections. */
  notifications?: ReactNode
}

/** A task that is being created: both sections as one form. */
export function DraftEditor({ task, notifications }: DraftEditorProps) {
  const draft = useDraftForm(task)
  return (
    <LeaveGuard
      isActive
      saveFirst={draft.autoSave.flush}
      title="Leave this draft?"
      message="The task is not created yet and does not run. Its draft is kept at this address, for 24 hours."
      stayLabel="Keep editing"
    >
      <DraftFields draft={draft} notifications={notifications} />
    </LeaveGuard>
  )
}

function DraftFields({ draft, notifications }: { draft: DraftForm; notifications: ReactNode }) {
  const { create, cancel } = useDraftActions(draft)
  const oneWay = useOneAtATime()
  const submit = () => {
    if (oneWay.begin()) create.mutate(undefined, { onError: oneWay.end })
  }
  const giveUp = () => {
    if (oneWay.begin()) cancel.mutate(undefined, { onError: oneWay.end })
  }
  useEditKeys({ isEnabled: true, onSave: submit })
  const fields = useTopOnRefusal(create.failureCount > 0 ? create.submittedAt : 0)
  return (
    <>
      <PageHeader
        title="Create task"
        before={<BackLink to="/dashboard/tasks" place="Tasks" />}
        description="Call a URL on a schedule, and keep a record of every answer."
      />
      <form ref={fields} aria-label="Create task" className={classes.form} onSubmit={(event) => event.preventDefault()}>
        <Refusal error={create.error} />
        <SettingsSection title="Request Settings" mode="create">
          <RequestFields form={draft.form.request} errors={draft.errors} onChange={draft.changeRequest} />
        </SettingsSection>
        <SettingsSection title="Request Schedule" mode="create">
          <ScheduleEditor form={draft.form.schedule} errors={draft.errors} onChange={draft.changeSchedule} />
        </SettingsSection>
        {notifications}
        <div className={classes.foot}>
          <DraftStatus progress={draft.progress} onRetry={() => void draft.autoSave.flush()} />
          <Button variant="default" loading={cancel.isPending} disabled={create.isPending} onClick={giveUp}>
            Cancel
          </Button>
          <Button loading={create.isPending} disabled={cancel.isPending} onClick={submit}>
            Create
          </Button>
        </div>
      </form>
    </>
  )
}

/** Where creating was refused, the page starts again from its top, the keyboard from the first field at fault. */
function useTopOnRefusal(refusedAt: number) {
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusedAt === 0) return
    window.scrollTo({ top: 0 })
    focusFirstError(fields.current, { preventScroll: true })
  }, [refusedAt])
  return fields
}
