import { setDeliveries, setRole } from '../../harness/database.ts'
import { prepareWorld } from '../../harness/every-screen/world.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { pressEverything } from '../../harness/press-everything.ts'

test('nothing that a viewer can press is refused, on any page', async ({
  page,
  api,
  notify,
  person,
  product,
  targets,
}) => {
  test.slow()
  const world = await prepareWorld({ api, notify, person, targets, product })
  const { active, disabled, notifying, receivers, runIds } = world
  const draftId = await api.createDraft()
  await setDeliveries(product, receivers.active, 'FAILED', 'The address does not exist.')
  await setRole(product, person.email, 'VIEWER')
  const pressed = new Set<string>()
  for (const path of [
    '/dashboard/tasks',
    `/dashboard/tasks/${active}`,
    `/dashboard/tasks/${disabled}`,
    `/dashboard/tasks/${notifying}`,
    `/dashboard/tasks/${active}/executions/${runIds.newest}`,
    `/dashboard/tasks/${active}/executions/${runIds.failed}`,
    `/dashboard/drafts/${draftId}`,
    '/dashboard/drafts/new',
    '/dashboard/receivers',
    `/dashboard/receivers/${receivers.active}`,
    `/dashboard/receivers/${receivers.active}/executions`,
    `/dashboard/receivers/${receivers.heartbeat}`,
    '/dashboard/account',
    '/dashboard/account/members',
    '/dashboard/account/profile',
    '/dashboard/account/security',
    '/dashboard/account/tokens',
    '/dashboard/account/data',
    '/dashboard/account/audit-log',
    '/dashboard/support',
    '/rates',
  ])
    await pressEverything({ page, path, pressed })
  // What viewers do; a walk that pressed nothing would prove nothing.
  const done = [
    'Copy URL of Deployments',
    'Chart',
    'Copy link to this execution',
    'Copy as cURL',
    'Save name',
    'Create token',
    'Create token > Create token',
  ]
  const missed = done.filter((name) => !pressed.has(name))
  expect(missed).toEqual([])
  expect(pressed.has('Create task')).toBe(false)

  await page.goto('/dashboard/support')
  // Before the account has loaded, nobody is known to be a viewer: the page that it leads to says so.
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('button', { name: 'Go to Tasks' })).toBeVisible()
  await expect(palette.getByRole('button', { name: 'Create task' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/support$/)
})
