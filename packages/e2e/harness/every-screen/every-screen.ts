import { accountDialogs } from './account.ts'
import { billing } from './billing.ts'
import { notifications, storedNotifications } from './notifications.ts'
import { operator } from './operator.ts'
import type { Screen } from './opening.ts'
import { overviewScreens } from './overview.ts'
import { lists, visitors } from './pages.ts'
import { receiverScreens, requestScreens } from './receivers.ts'
import { saving } from './saving.ts'
import { shell } from './shell.ts'
import { drafts, histories, tasks } from './tasks.ts'

/** Every screen there is, in parts that are looked at side by side. */
export const everyScreen: Record<string, Screen[]> = {
  visitors,
  lists,
  overview: overviewScreens,
  drafts,
  tasks,
  histories,
  notifications,
  'stored notifications': storedNotifications,
  receivers: receiverScreens,
  requests: requestScreens,
  saving,
  shell,
  'account dialogs': accountDialogs,
  billing,
  operator,
}
