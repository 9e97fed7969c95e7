import type { ExecutionView } from '@knockwire/domain/executions/execution'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import type { TestRunView } from '@knockwire/domain/tasks/task'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pollUntil, unreadOf } from '../../../lib/api/query-state.ts'
import { testRunQuery, testTask } from '../task-queries.ts'

/** Neither ended nor waiting for another attempt. */
export const isBeingSent = ({ status, nextAttemptAt }: DeliveryView): boolean =>
  status === 'PENDING' && nextAttemptAt === null

/** Between two polls of a test that is in progress. */
const pollMs = 500

/** What is typed of a request, read once a test is started: what reads it may have to be loaded. */
type ReadTyped = () => RequestTargetInput | Promise<RequestTargetInput>

interface Hooks {
  onStarted?: (started: TestRunView) => Promise<void>
  onError: (error: Error) => void
}

interface Start {
  readTyped: ReadTyped | undefined
  sendNotifications: boolean
}

const hasEnded = ({ status }: ExecutionView) => status === 'SUCCEEDED' || status === 'FAILED'

/** Its notifications too have been sent, or are tried again later. */
const isOver = (run: ExecutionView | undefined) =>
  run !== undefined && hasEnded(run) && !run.notificationResults.some(isBeingSent)

/** Tests a task with what is typed of its request, or as it is saved where nothing is, and follows the run to its end. */
export function useTaskTest(taskId: string, { onStarted, onError }: Hooks) {
  const [sendsNotifications, setSendsNotifications] = useState(false)
  const start = useMutation({
    mutationFn: async ({ readTyped, sendNotifications }: Start) =>
      testTask(taskId, { typed: await readTyped?.(), sendNotifications }),
    onSuccess: async (run) => {
      // The next test notifies nobody again, unless that is asked for again.
      setSendsNotifications(false)
      await onStarted?.(run)
    },
    onError,
  })
  const started = start.data
  const run = useQuery({
    ...testRunQuery(taskId, started?.executionId),
    refetchInterval: pollUntil(pollMs, isOver),
  })
  const ended = run.data !== undefined && hasEnded(run.data) ? run.data : null
  const unread = unreadOf(run)
  return {
    isStarting: start.isPending,
    start: (readTyped?: ReadTyped) => start.mutate({ readTyped, sendNotifications: sendsNotifications }),
    sendsNotifications,
    setSendsNotifications,
    /** Whether the notifications of the one that was started are delivered. */
    hasSent: start.variables?.sendNotifications ?? false,
    error: start.error,
    started: start.isPending ? undefined : started,
    /** Null while the run is in progress, or cannot be read. */
    ended,
    /** Why the run cannot be read. */
    unread,
    isInProgress: started !== undefined && ended === null && unread === null,
    dismiss: start.reset,
  }
}

export type TaskTest = ReturnType<typeof useTaskTest>
