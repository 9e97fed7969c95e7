import type { SystemMailJob } from '@knockwire/domain/jobs'
import type { DeactivatedTask } from './deactivate-failing.ts'

/** Tells the owner why a task no longer runs; null where there is no address to tell. */
export const deactivationMail = (task: DeactivatedTask, publicOrigin: string): SystemMailJob | null => {
  if (task.address === null) return null
  const title = task.name === null || task.name === '' ? task.uri : task.name
  return {
    to: task.address,
    subject: `Task deactivated: ${title}`,
    text: [
      `Your task "${title}" has failed ${task.failures} times in a row, so it was deactivated.`,
      'A run fails where no HTTP response comes; responses with an error status do not count.',
      `See what happened and activate it again: ${publicOrigin}/dashboard/tasks/${task.task_id}`,
    ].join('\n\n'),
  }
}
