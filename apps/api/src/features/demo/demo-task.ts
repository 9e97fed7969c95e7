import { defaultRequestTarget } from '@knockwire/domain/requests/request-target'
import { defaultScheduler } from '@knockwire/domain/schedules/scheduler'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'

/** Calls this very server each minute, so that the first screen has life without the internet. */
export const demoTask = (origin: string): SaveTaskInput => ({
  name: 'Is this server alive?',
  scheduler: { ...defaultScheduler, intervalSecond: 60 },
  request: { target: { ...defaultRequestTarget, uri: `${origin}/healthz` } },
})
