import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { CopyAsYaml } from '../../../components/definition/copy-as-yaml.tsx'
import { BackLink, PageHeader } from '../../../components/ui/layout/page-header.tsx'
import { LeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { fieldErrorsIn, isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { focusFirstError } from '../../../lib/browser/focus.ts'
import { prefetchWhenIdle } from '../../../lib/navigation/prefetch-when-idle.ts'
import { useEditKeys } from '../../../lib/editing/use-edit-keys.ts'
import { useMutex } from '../../../lib/editing/use-mutex.ts'
import { ScheduleEditor } from '../schedule/lazy-schedule-editor.tsx'
import { typedTaskOf } from '../settings/task-sections.ts'
import { RequestFields } from '../settings/request-fields.tsx'
import { SendBox } from '../test/send-box.tsx'
import { TestResult } from '../test/test-result.tsx'
import testClasses from '../test/test-result.module.css'
import { type TaskTest, useTaskTest } from '../test/use-task-test.ts'
import type { SaveProgress } from './auto-save.ts'
import { type DraftForm, useDraftActions, useDraftForm } from './use-draft.ts'

import creation from '../../../components/ui/fields/creation-form.module.css'
import classes from './draft.module.css'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

/** Loaded while the draft is typed: when it is shown, the network may be what failed. */
const CreationError = lazyPart(async () => (await import('./creation-error.tsx')).CreationError)

const DraftConflict = lazyPart(async () => (await import('./draft-conflict.tsx')).DraftConflict, {
  close: ({ draft }) => draft.postpone(),
})

interface DraftStatusProps {
  progress: SaveProgress
  onRetry: () => void
}

const labels = { untouched: '', pending: 'Unsaved changes', saving: 'Saving…', saved: 'Draft saved' } as const

/** Whether the draft is saved. */
function DraftStatus({ progress, onRetry }: DraftStatusProps) {
  const { state, error } = progress
  return (
    <div role="status" className={classes.status} data-state={state}>
      {state === 'failed' ? (
        <>
          <span>
            Draft not saved. {messageOf(error)}
            {isStatus(error, 0) && ' It will be saved once you are back online.'}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        labels[state]
      )}
    </div>
  )
}

interface DraftEditorProps {
  task: TaskView
  /** The task's notifications, beneath the two sections. */
  renderNotifications: (typed: TypedTask) => ReactNode
}

/** A task that is being created: both sections as one form. */
export function DraftEditor({ task, renderNotifications }: DraftEditorProps) {
  const draft = useDraftForm(task)
  return (
    <LeaveGuard
      isActive={!draft.isUntouched}
      saveBeforeLeaving={draft.autoSave.flush}
      title="Leave this draft?"
      message="The task is not created yet and does not run. The draft is kept for 24 hours; you find it above your tasks."
      stayLabel="Keep editing"
    >
      <DraftFields draft={draft} notifications={renderNotifications(typedTaskOf(draft.fields.values.request))} />
    </LeaveGuard>
  )
}

function DraftFields({ draft, notifications }: { draft: DraftForm; notifications: ReactNode }) {
  const { fields } = draft
  const { values, errors } = fields
  const { create, cancel } = useDraftActions(draft)
  const test = useTaskTest(draft.task.id, { onError: (error) => fields.reject(fieldErrorsIn(error) ?? {}) })
  const mutex = useMutex()
  const submit = () => {
    if (mutex.tryAcquire()) create.mutate(undefined, { onError: mutex.release })
  }
  const discard = () => {
    if (mutex.tryAcquire()) cancel.mutate(undefined, { onError: mutex.release })
  }
  useEditKeys({ isEnabled: true, onSave: submit })
  const form = useScrollToErrors(fields.rejections)
  useEffect(() => prefetchWhenIdle(CreationError.preload), [])
  return (
    <>
      <PageHeader
        title="Create task"
        before={<BackLink to={paths.tasks} label="Tasks" />}
        description="Call a URL on a schedule, and keep a record of every response."
      />
      <form
        ref={form}
        aria-label="Create task"
        className={creation.form}
        onBlur={fields.onBlur}
        onSubmit={(event) => event.preventDefault()}
      >
        {create.error !== null && (
          <Suspense fallback={null}>
            <CreationError error={create.error} errors={errors} />
          </Suspense>
        )}
        <Columns aside={notifications}>
          <SettingsSection title="Request Settings" mode="create">
            <RequestFields
              form={values.request}
              errors={errors}
              onChange={draft.changeRequest}
              startsAtUrl={draft.isUntouched}
            />
            <DraftTest task={draft.task} test={test} onTest={() => test.start(() => draft.input().request.target)} />
          </SettingsSection>
          <SettingsSection title="Request Schedule" mode="create">
            <ScheduleEditor form={values.schedule} errors={errors} onChange={draft.changeSchedule} />
          </SettingsSection>
        </Columns>
        <div className={creation.foot}>
          <DraftStatus progress={draft.progress} onRetry={draft.saveAgain} />
          <CopyAsYaml
            kind="task"
            id={draft.task.id}
            disabled={create.isPending || cancel.isPending}
            check={fields.check}
            save={draft.autoSave.flush}
          />
          <Button variant="default" loading={cancel.isPending} disabled={create.isPending} onClick={discard}>
            Cancel
          </Button>
          <Button loading={create.isPending} disabled={cancel.isPending} onClick={submit}>
            Create
          </Button>
        </div>
      </form>
      {draft.conflict && (
        <Suspense fallback={null}>
          <DraftConflict key={draft.conflict.stored.version} draft={draft} conflict={draft.conflict} />
        </Suspense>
      )}
    </>
  )
}

/** Sends the request as it is typed, before there is a task. */
const DraftTest = ({ task, test, onTest }: { task: TaskView; test: TaskTest; onTest: () => void }) => (
  <div className={testClasses.test} ref={useResultInSight(test)}>
    <div className={testClasses.start}>
      <Button
        variant="default"
        loading={test.isStarting || (test.started !== undefined && test.ended === null)}
        onClick={onTest}
      >
        Test
      </Button>
      <SendBox task={task} test={test} />
    </div>
    {test.error && (
      <p role="alert" className={testClasses.advice}>
        {messageOf(test.error)}
      </p>
    )}
    <TestResult test={test} withBody />
  </div>
)

/** What a test came to is seen where it was started: it is scrolled out from beneath the bar that creates the task. */
function useResultInSight({ started, ended }: TaskTest) {
  const place = useRef<HTMLDivElement>(null)
  const state = started && `${started.executionId} ${ended === null}`
  useEffect(() => {
    if (state !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return place
}

/** When creating or testing is rejected, the page scrolls to its top and the first invalid field is focused. */
function useScrollToErrors(rejections: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (rejections === 0) return
    window.scrollTo({ top: 0 })
    focusFirstError(form.current, { preventScroll: true })
  }, [rejections])
  return form
}
