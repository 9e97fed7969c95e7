import type { FieldErrors } from '@knockwire/domain/errors'
import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { OwnerPage } from '../../../components/owners/owner-page.tsx'
import { useEditor } from '../../../lib/editing/use-editor.ts'
import { truncateMiddle } from '../../../lib/format/format.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { useViewOnly } from '../../../lib/session/account.ts'
import { taskForm } from '../settings/lazy-form.ts'
import { taskSections, typedTaskOf } from '../settings/task-sections.ts'
import { recordTaskOpened, taskKind } from '../task-queries.ts'
import { SendBox } from '../test/send-box.tsx'
import { TestResult } from '../test/test-result.tsx'
import testClasses from '../test/test-result.module.css'
import type { TaskTest } from '../test/use-task-test.ts'
import { DisabledNotice } from './disabled-notice.tsx'
import { SettingsTab } from './settings-tab.ts'
import { StatusBlock } from './status-block.tsx'
import { usePageTest } from './use-page-test.ts'

const loadForm = () => import('../settings/form-parts.ts')

const DeletedElsewhere = lazyPart(async () => (await import('./deleted-elsewhere.tsx')).DeletedElsewhere)

/** The last test that was started from this page. */
function TestBar({ taskId, test }: { taskId: string; test: TaskTest }) {
  return (
    <div className={test.started && testClasses.bar}>
      <TestResult test={test}>
        {test.started && (
          <Link
            to={paths.historyRow({ kind: 'task', id: taskId }, test.started.executionId)}
            className={testClasses.link}
          >
            Show this execution
          </Link>
        )}
      </TestResult>
      {test.started && (
        <ActionIcon aria-label="Hide this execution" onClick={test.dismiss}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

/** Notes once a visit that the task's page was opened [AP-24]. */
function useRecordTaskOpened(taskId: string): void {
  const recordedTaskId = useRef<string>(undefined)
  useEffect(() => {
    if (recordedTaskId.current === taskId) return
    recordedTaskId.current = taskId
    // Only the list's order depends on it: a failure is nobody's business.
    recordTaskOpened(taskId).catch(() => {})
  }, [taskId])
}

interface TaskPageProps {
  task: TaskView
  /** It was deleted elsewhere while something unsaved is on this page. */
  isDeleted?: boolean
  /** The History tab, where the URL names it. */
  history: ReactNode
  /** What of its address stays where a test leads to its first page. */
  historyQuery: string
  /** What its reader can do about it where it notifies nobody. */
  unnotified: ReactNode
  /** The task's notifications, beneath its settings. */
  renderNotifications: (typed: TypedTask | undefined) => ReactNode
}

/** A task's page: what it shows beside what each owner's page does. */
export function TaskPage(props: TaskPageProps) {
  const { task, isDeleted = false, history, historyQuery, unnotified, renderNotifications } = props
  const editor = useEditor({ kind: 'task', current: task, sections: taskSections, form: taskForm })
  const { request } = editor.values
  const path = paths.task(task.id)
  const isHistory = history !== null
  const navigate = usePageNavigate()
  const viewOnly = useViewOnly()
  useRecordTaskOpened(task.id)
  const onRejected = (errors: FieldErrors) => {
    editor.show(errors)
    void navigate(path)
  }
  const test = usePageTest(task.id, { isHistory, historyQuery, onRejected })
  const name = task.name ?? task.request.target.uri
  return (
    <OwnerPage
      owner={taskKind}
      shown={task}
      heading={truncateMiddle(name, 80)}
      name={name}
      editor={editor}
      isDeleted={isDeleted}
      onRejected={onRejected}
      headerActions={
        <>
          <SendBox task={task} test={test} />
          <Button
            variant="default"
            {...viewOnly}
            loading={test.isStarting}
            onClick={() => test.start(request && (async () => (await loadForm()).toRequestTarget(request)))}
          >
            Test
          </Button>
        </>
      }
      status={<StatusBlock task={task} isHistory={isHistory} />}
      deleted={<DeletedElsewhere editor={editor} />}
      renderNotices={({ activate }, isDeletedElsewhere) => (
        <>
          <DisabledNotice task={task} activate={activate} isHistory={isHistory} />
          <TestBar taskId={task.id} test={test} />
          {!isDeletedElsewhere && unnotified}
        </>
      )}
      settings={
        <SettingsTab
          task={task}
          editor={editor}
          notifications={isHistory ? null : renderNotifications(request && typedTaskOf(request))}
        />
      }
      history={history}
    />
  )
}
