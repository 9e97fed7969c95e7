import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'vitest'
import { root } from '../process/root.ts'

const screensFolder = 'packages/e2e/harness/every-screen'

/** The screens that show each route, which is written as in apps/web/src/router.tsx. */
const routes: Record<string, readonly string[]> = {
  dashboard: ['tasks'],
  overview: ['overview', 'overview-well', 'overview-empty'],
  tasks: ['tasks', 'tasks-not-found', 'tasks-none', 'tasks-selected', 'draft-list'],
  'tasks/:taskId': ['task', 'task-disabled', 'task-edited', 'task-nowhere'],
  'tasks/:taskId/executions/:executionId?': ['history', 'history-empty', 'history-run-json', 'history-deliveries'],
  'drafts/:taskId': ['draft', 'draft-cron', 'draft-one-time', 'draft-refused'],
  receivers: ['receivers'],
  'receivers/:receiverId': [
    'receiver',
    'receiver-heartbeat',
    'receiver-disabled',
    'receiver-edited',
    'receiver-created',
    'receiver-nowhere',
  ],
  'receivers/:receiverId/executions/:executionId?': ['receiver-waiting', 'receiver-request-json'],
  account: ['account', 'account-paid-plan', 'account-ending-plan'],
  members: ['account-members'],
  profile: ['account-profile'],
  security: ['account-security'],
  tokens: ['account-tokens'],
  code: ['account-code', 'account-code-projects'],
  'audit-log': ['account-audit-log'],
  data: ['account-data'],
  'operator/*': [
    'operator',
    'operator-unconfirmed',
    'operator-accounts',
    'operator-accounts-none',
    'operator-users',
    'operator-errors',
    'operator-activity',
  ],
  support: ['support'],
  '*': ['nowhere', 'site-nowhere'],
  signin: ['sign-in', 'sign-in-refused'],
  signup: ['sign-up', 'sign-up-refused'],
  forgot: ['forgot', 'forgot-code'],
  logout: ['sign-out'],
  invite: ['invite', 'invite-used'],
}

/** For each file of apps/web/src that opens something over a page: a screen for each of what it opens. */
const overlays: Record<string, readonly string[]> = {
  'components/confirmation/confirm-identity.tsx': ['account-confirmed'],
  'components/definition/details-dialog.tsx': ['task-details'],
  'components/definition/yaml-dialog.tsx': ['task-yaml', 'draft-yaml', 'receiver-created-yaml'],
  'components/list/delete-rows-dialog.tsx': ['tasks-selected-delete', 'receivers-selected-delete'],
  'components/owners/draft-form.tsx': ['draft-left', 'receiver-draft-left'],
  'components/owners/owner-header.tsx': ['task-status-menu', 'task-delete', 'receiver-status-menu', 'receiver-delete'],
  'components/owners/owner-page.tsx': ['task-left', 'receiver-left'],
  'components/owners/save-conflict.tsx': [
    'task-conflict',
    'receiver-conflict',
    'draft-conflict',
    'receiver-draft-conflict',
  ],
  'components/shell/command-palette.tsx': ['palette', 'palette-nothing-found'],
  'components/shell/nav-drawer.tsx': ['navigation-drawer'],
  'components/shell/shortcuts-dialog.tsx': ['shortcuts'],
  'components/shell/top-bar.tsx': ['profile-menu'],
  'components/template-editor/insert-variable-menu.tsx': ['notification-variables', 'receiver-edited'],
  'components/ui/fields/color-scheme-menu.tsx': ['color-scheme-menu'],
  'components/ui/fields/time-zone-select.tsx': ['draft-time-zones'],
  'features/account/code/project-list.tsx': ['account-project-released'],
  'features/account/code/secret-dialog.tsx': ['account-secret'],
  'features/account/code/secret-list.tsx': ['account-secret-deleted'],
  'features/account/create-token-dialog.tsx': [
    'account-token',
    'account-token-lifetimes',
    'account-token-scopes',
    'account-token-created',
  ],
  'features/account/tokens/rotate-token-dialog.tsx': ['account-token-rotated'],
  'features/account/delete-account-dialog.tsx': ['account-deleted'],
  'features/account/members/invite-dialog.tsx': ['account-invite'],
  'features/account/members/member-list.tsx': ['account-leave', 'account-role'],
  'features/account/passkeys-section.tsx': ['account-passkey', 'account-passkey-removed'],
  'features/account/profile-tab.tsx': ['account-email', 'account-email-code'],
  'features/account/tokens-tab.tsx': ['account-token-revoked'],
  'features/auth/confirm-email/confirm-email-banner.tsx': ['email-code'],
  'features/auth/session-ended-dialog.tsx': ['session-ended'],
  'features/billing/card-dialogs.tsx': ['account-add-card', 'account-remove-card'],
  'features/billing/plan-dialog.tsx': ['account-buy-plan'],
  'features/history/chart/bookmarks/bookmark-dialog.tsx': ['history-bookmark', 'history-bookmark-edited'],
  'features/history/filters/more-filters.tsx': ['history-filters', 'receiver-filters'],
  'features/history/requests/delete-requests-dialog.tsx': ['receiver-request-deleted', 'receiver-requests-deleted'],
  'features/history/requests/replay/replay-dialog.tsx': ['receiver-replay'],
  'features/notifications/channels/email/address-choice.tsx': ['notification-addresses'],
  'features/notifications/channels/slack/slack-fields.tsx': ['notification-slack-channels'],
  'features/notifications/delete-dialog.tsx': ['notification-deleted'],
  'features/notifications/dialog/notification-dialog.tsx': ['notification-http', 'notification-conflict'],
  'features/notifications/row/copy-dialog.tsx': ['notification-copied', 'notification-copied-nowhere'],
  'features/notifications/row/mute-until-dialog.tsx': ['notification-mute'],
  'features/notifications/row/row-actions.tsx': ['notification-menu'],
  'features/operator/accounts/delete-dialog.tsx': ['operator-account-deleted'],
  'features/operator/act-dialog.tsx': ['operator-account-plan', 'operator-errors-cleared', 'operator-sessions-ended'],
  'features/operator/accounts/suspend-dialog.tsx': ['operator-account-suspended'],
  'features/operator/overview/state-section.tsx': ['operator-calls-paused'],
  'features/receivers/expectation/duration-field.tsx': ['receiver-expectation-units'],
  'features/receivers/settings/receiver-fields.tsx': ['receiver-content-types'],
  'routes/account.tsx': ['account-left'],
  'routes/operator.tsx': ['operator-left'],
}

/** Elements that open over a page. A tooltip only repeats the name of its element, and is for the eyes. */
const overlayElement =
  /(?<![\w.])<(?:Modal|FormModal|Drawer|Dialog|dialog|Popover|HoverCard|Menu|Spotlight\.Root|Select|MultiSelect|Autocomplete|TagsInput|Combobox|ConfirmDialog|ConflictDialog|DialogFrame|LeaveGuard|StatusMenu)(?=[\s>])/g

/** What these are made of: each place that uses one of them is counted instead. */
const building =
  /^components\/(overlays\/|ui\/dialogs\/(confirm|conflict|leave)-dialog\.tsx|ui\/fields\/status-menu\.tsx)|^features\/billing\/dialog-frame\.tsx/

const overlaysOfFiles = async (): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for await (const file of glob('**/*.tsx', { cwd: join(root, 'apps/web/src'), exclude: ['**/*.test.tsx'] })) {
    const text = await readFile(join(root, 'apps/web/src', file), 'utf8')
    const count = [...text.matchAll(overlayElement)].length
    if (count > 0 && !building.test(file)) counts.set(file, count)
  }
  return counts
}

const screenNames = async (): Promise<Set<string>> => {
  const names = new Set<string>()
  for await (const file of glob(`${screensFolder}/*.ts`, { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:\bname: |\b(?:at|dialogOf)\()'([\w-]+)'/g)) names.add(name)
  }
  return names
}

it('every route of the dashboard is among the screens that axe searches', async () => {
  const text = await readFile(join(root, 'apps/web/src/router.tsx'), 'utf8')
  const visitors = /visitorPages[^=]*= \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  const written = [
    ...[...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path),
    ...[...visitors.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  ]
  assert.deepEqual([...new Set(written)].toSorted(), Object.keys(routes).toSorted())
})

it('every dialog, menu and list that opens is among the screens that axe searches', async () => {
  const counts = await overlaysOfFiles()
  assert.deepEqual([...counts.keys()].toSorted(), Object.keys(overlays).toSorted())
  const short = [...counts].filter(([file, count]) => (overlays[file]?.length ?? 0) < count)
  assert.deepEqual(short, [], `a file opens more than ${screensFolder} shows of it`)
})

it('each screen that is said to show a route or an overlay is there', async () => {
  const names = await screenNames()
  const said = [...Object.values(routes), ...Object.values(overlays)].flat()
  assert.deepEqual(
    said.filter((name) => !names.has(name)),
    [],
  )
})
