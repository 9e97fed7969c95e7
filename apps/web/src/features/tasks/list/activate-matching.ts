import type { ActivatedTasksView, ActivateTasksInput } from '@knockwire/domain/tasks/activate-tasks'
import { taskStates } from '@knockwire/domain/tasks/task-list-options'
import type { ListState } from '../../../components/list/owner-list-kind.ts'
import { api } from '../../../lib/api/api-client.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { exactNumber } from '../../../lib/format/format.ts'
import { findOption } from '../../../lib/format/options.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'

const counted = (count: number) => (count === 1 ? '1 task' : `${exactNumber(count)} tasks`)

/** Activates all disabled tasks that the list's filter matches, on whichever page, and says how many. */
export const activateMatching = async ({ search, status: shownOnly }: ListState): Promise<void> => {
  const status = findOption(taskStates, shownOnly)
  let [activated, failed] = [0, 0]
  let problem: string | undefined
  let after: string | null = null
  try {
    do {
      const input: Partial<ActivateTasksInput> = { search, ...(status && { status }), ...(after !== null && { after }) }
      const answer: ActivatedTasksView = await api.post('/api/v1/tasks/activate', input, schemaOf('ActivatedTasksView'))
      activated += answer.activated
      failed += answer.failed
      problem ??= answer.problems[0]?.message
      after = answer.next
    } while (after !== null)
  } catch (error) {
    snackbar.error(messageOf(error))
  }
  if (activated > 0) snackbar.info(`${counted(activated)} activated`)
  if (failed > 0) snackbar.error(`${counted(failed)} not changed. ${problem ?? ''}`)
  if (activated + failed === 0) snackbar.info('No matching task is disabled')
}
