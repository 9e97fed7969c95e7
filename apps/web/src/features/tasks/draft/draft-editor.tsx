import { draftHours } from '@knockwire/domain/drafts'
import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { DetailRedirect } from '../../../components/layouts/detail-states.tsx'
import { DraftForm } from '../../../components/owners/draft-form.tsx'
import { SaveConflict } from '../../../components/owners/save-conflict.tsx'
import { useDraft } from '../../../components/owners/use-draft.ts'
import { Columns } from '../../../components/ui/layout/columns.tsx'
import { SettingsSection } from '../../../components/ui/layout/settings-section.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import { focusFirstError } from '../../../lib/browser/focus.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { useIsWorkLostWithPage } from '../../../lib/editing/unsaved-work.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { prefetchWhenIdle } from '../../../lib/navigation/prefetch-when-idle.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { ScheduleEditor } from '../schedule/lazy-schedule-editor.tsx'
import { RequestFields } from '../settings/request-fields.tsx'
import { editedTask } from '../settings/task-form.ts'
import { typedTaskOf } from '../settings/task-sections.ts'
import { createTask, taskKind } from '../task-queries.ts'
import { SendBox } from '../test/send-box.tsx'
import { TestResult } from '../test/test-result.tsx'
import testClasses from '../test/test-result.module.css'
import { type TaskTest, useTaskTest } from '../test/use-task-test.ts'
import { createdPath } from './created-path.ts'

/** Loaded while the draft is typed: when it is shown, the network may be what failed. */
const CreationError = lazyPart(async () => (await import('./creation-error.tsx')).CreationError)

interface DraftEditorProps {
  task: TaskView
  isDeleted: boolean
  /** The task's notifications, beneath the two sections. */
  renderNotifications: (typed: TypedTask) => ReactNode
}

/** A task that is being created: both sections as one form. */
export function DraftEditor({ task, isDeleted, renderNotifications }: DraftEditorProps) {
  const navigate = usePageNavigate()
  const draft = useDraft({
    owner: taskKind,
    draft: task,
    isDeleted,
    form: editedTask,
    isAutoSaved: true,
    create: createTask,
    onCreated: ({ id }) => navigate(createdPath(id), { replace: true }),
    onRejected: () => snackbar.error('Error creating task'),
  })
  const { values, errors, error, conflict } = draft
  const test = useTaskTest(task.id, { onError: (rejection) => draft.reject(fieldErrorsIn(rejection) ?? {}) })
  const within = useScrollToErrors(draft.rejections)
  useEffect(() => prefetchWhenIdle(CreationError.preload), [])
  // It was created elsewhere. A notification that is being typed goes on first.
  const isWorkLost = useIsWorkLostWithPage()
  if (task.status !== 'DRAFT' && draft.isAllSaved && !isWorkLost)
    return <DetailRedirect owner={taskKind} to={createdPath(task.id)} />
  return (
    <>
      <DraftForm
        owner={taskKind}
        draft={draft}
        within={within}
        leaving={{
          title: 'Leave this draft?',
          message: `The task is not created yet and does not run. The draft is kept for ${draftHours} hours; you’ll find it above your tasks.`,
        }}
        description="Call a URL on a schedule, and keep a record of every response."
      >
        {error !== null && !draft.isDeleted && (
          <Suspense fallback={null}>
            <CreationError error={error} errors={errors} />
          </Suspense>
        )}
        <Columns aside={renderNotifications(typedTaskOf(values.request))}>
          <SettingsSection title="Request Settings" mode="create">
            <RequestFields fields={draft.section('request')} startsAtUrl={draft.isUntouched} />
            <DraftTest task={task} test={test} onTest={() => test.start(() => draft.input().request.target)} />
          </SettingsSection>
          <SettingsSection title="Request Schedule" mode="create">
            <ScheduleEditor fields={draft.section('schedule')} />
          </SettingsSection>
        </Columns>
      </DraftForm>
      <SaveConflict
        thing="draft"
        {...(conflict && conflict.stored.status !== 'DRAFT' && { title: 'This draft was created as a task elsewhere' })}
        saving={{ ...draft, isSaving: false }}
      />
    </>
  )
}

/** Sends the request as it is typed, before there is a task. */
const DraftTest = ({ task, test, onTest }: { task: TaskView; test: TaskTest; onTest: () => void }) => (
  <div className={testClasses.test} ref={useResultInSight(test)}>
    <div className={testClasses.start}>
      <Button variant="default" loading={test.isStarting || test.isInProgress} onClick={onTest}>
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
