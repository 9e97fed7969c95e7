import { readFile } from 'node:fs/promises'
import { expect, test } from '../../harness/test.ts'

test('[SH-02..SH-05, SH-08, SH-13, SH-14, SH-26, SH-29, SH-30] the navigation leads to every part', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Overview',
    'Tasks',
    'Receivers',
    'Mortgage Rates',
    'Docs',
    'Blog',
    'Support',
  ])
  await expect(navigation.getByRole('link', { name: 'Mortgage Rates' })).toHaveAttribute('href', '/rates')
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} Knockwire`)

  for (const [link, path] of [
    ['Overview', '/dashboard/overview'],
    ['Receivers', '/dashboard/receivers'],
    ['Support', '/dashboard/support'],
    ['Tasks', '/dashboard/tasks'],
  ] as const) {
    await navigation.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
    await expect(page).toHaveTitle(`${link} · Knockwire`)
    await expect(navigation.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
    await expect(navigation.locator('[aria-current]')).toHaveCount(1)
  }

  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await expect(navigation).toBeVisible()
})

test('[SH-31, SH-32] any address with /rates shows the rates page, without the shell', async ({ page, person }) => {
  for (const path of ['/rates', '/dashboard/rates', '/rates/today?amount=1']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mortgage Rates')
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: person.firstName })).toHaveCount(0)
  }
})

test('[SH-06, SH-07, SH-15, SH-16] Docs and Blog open in a new tab', async ({ page, context, person }) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  for (const [link, path] of [
    ['Docs', '/docs'],
    ['Blog', '/blog'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
    const tab = await opened
    await expect(tab).toHaveURL(path)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await tab.close()
  }
  await expect(page).toHaveURL('/dashboard/support')
})

test('[SH-09..SH-11, SH-17, SH-29] the profile menu, headed by the first name, leads to the account and out', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard/tasks')
  const profile = page.getByRole('button', { name: person.firstName })
  await profile.click()
  const menu = page.getByRole('menu', { name: person.firstName })
  await expect(menu).toContainText(person.email)
  await expect(menu.getByRole('menuitem')).toHaveText(['Account', /^Keyboard shortcuts/, 'Logout'])
  await menu.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL('/dashboard/account')

  await profile.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
})

test('[SH-30, SH-33..SH-35] the help page says how to reach us, and when we reply', async ({ page, person }) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  const main = page.getByRole('main')
  const address = main.getByRole('link', { name: /^\S+@\S+$/ })
  await expect(address).toHaveAttribute('href', `mailto:${await address.textContent()}`)
  await expect(main).toContainText('We usually reply within 1 business day')
  await expect(main.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/docs')
})

test('the color scheme follows the system until one is chosen, which is kept', async ({ page, person }) => {
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expect.poll(scheme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('light')

  await page.getByRole('button', { name: 'Color scheme: System' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await expect.poll(scheme).toBe('dark')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Color scheme: Dark' })).toBeVisible()
  expect(await scheme()).toBe('dark')
})

test('the support page says which version this is, what is new in it, and whose software is in it', async ({
  page,
  person,
}) => {
  await page.goto('/dashboard/support')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  const { version } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'))
  await expect(page.getByText(`Knockwire ${version}`, { exact: true })).toBeVisible()
  const news = await page.request.get(
    String(await page.getByRole('link', { name: 'What is new' }).getAttribute('href')),
  )
  expect(await news.text()).toContain(`>${version}`)
  const licenses = page.getByRole('link', { name: 'Licenses of other software' })
  const notices = await page.request.get(String(await licenses.getAttribute('href')))
  expect(notices.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await notices.text()).toContain('@mantine/core')
})
