import { defaultRequestTarget } from '@knockwire/domain/requests/request-target'
import { defaultScheduler } from '@knockwire/domain/schedules/scheduler'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'

/** An example that works wherever this page does: the server's own health, every minute. */
export const exampleTask = (origin: string): SaveTaskInput => ({
  name: 'Knockwire is up',
  scheduler: { ...defaultScheduler, intervalSecond: 60 },
  request: { target: { ...defaultRequestTarget, uri: `${origin}/healthz` } },
})
