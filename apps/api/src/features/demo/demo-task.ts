import { defaultRequestTarget } from '@knockwire/domain/requests/request-target'
import { defaultScheduler } from '@knockwire/domain/schedules/scheduler'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'

/** Calls the account's own receiver each minute, so that the first screen has life without the internet. */
export const demoTask = (receiverUrl: string): SaveTaskInput => ({
  name: 'Knock on our own receiver',
  scheduler: { ...defaultScheduler, intervalSecond: 60 },
  request: { target: { ...defaultRequestTarget, uri: receiverUrl } },
})
