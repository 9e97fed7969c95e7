import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'
import { Button } from '@mantine/core'
import { IconClockPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { paths } from '../../../lib/navigation/paths.ts'
import { useViewOnly } from '../../../lib/session/account.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { CutUrl, MethodBadge } from '../../../components/ui/layout/request-line.tsx'
import { EmptyState } from '../../../components/ui/feedback/empty-state.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { createDraft, saveTask } from '../task-queries.ts'

import listClasses from '../../../components/list/rows.module.css'
import classes from './task-list.module.css'

/** An example that works wherever this page does: the server's own health, every minute. */
const exampleTask = (origin: string): SaveTaskInput => ({
  name: 'Knockwire is up',
  scheduler: { ...defaultScheduler, intervalSecond: 60 },
  request: { target: { ...defaultRequestTarget, uri: `${origin}/healthz` } },
})

/** No tasks at all [TL-17]: what a task is, and one that works. */
export function EmptyTaskList() {
  const example = exampleTask(window.location.origin)
  const navigate = usePageNavigate()
  const viewOnly = useViewOnly()
  const tryExample = useMutation({
    mutationFn: async () => {
      const draft = await createDraft()
      await saveTask(draft.id, example)
      return draft.id
    },
    onSuccess: (draftId) => navigate(paths.draft(draftId)),
    onError: (error) => snackbar.error(messageOf(error)),
  })
  return (
    <EmptyState
      icon={<IconClockPlay size={24} />}
      title="There are no scheduled HTTP tasks. Click the button above to create one."
      action={
        <Button variant="default" {...viewOnly} loading={tryExample.isPending} onClick={() => tryExample.mutate()}>
          Start from this example
        </Button>
      }
    >
      <p>
        A task calls a URL on a schedule and records every response. You see when it slows down or breaks, and it can
        notify you by email, SMS, Slack or an HTTP callback.
      </p>
      <div className={classes.example}>
        <MethodBadge method={example.request.target.method} />
        <CutUrl url={example.request.target.uri} />
        <span className={listClasses.muted}>every minute</span>
      </div>
    </EmptyState>
  )
}
