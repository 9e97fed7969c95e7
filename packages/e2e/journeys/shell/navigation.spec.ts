import { hold } from '../../harness/pause.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

test('a page whose code is still loading does not replace one that was opened after it', async ({ page, api }) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
  const code = await hold(page, /\/assets\/support-/)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Support' }).click()
  // Until it is there, the page before stays, with its address.
  await expect(page.locator('[data-busy]')).toHaveCount(1)
  await expect(page).toHaveURL('/dashboard/tasks')
  await navigation.getByRole('link', { name: 'Receivers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receivers' })).toBeVisible()
  code.release()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL('/dashboard/receivers')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
})

test('a search that waits for the typing to stop does not take back a page that was opened meanwhile', async ({
  page,
  api,
}) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  const search = page.getByRole('searchbox')
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
  const code = await hold(page, /\/assets\/support-/)
  await page.clock.install()
  await search.fill('Milk')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click()
  await expect(page.locator('[data-busy]')).toHaveCount(1)
  await page.clock.runFor(2_000)
  code.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/support')
})
