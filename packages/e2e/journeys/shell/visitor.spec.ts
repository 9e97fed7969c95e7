import { expect, newPerson, test } from '../../harness/test.ts'
import { hold } from '../../harness/pause.ts'
import { snackbar } from '../../harness/screens.ts'

test('[SH-01, SH-17, SH-18] a visitor is led to sign-in and back to the requested page, and out again', async ({
  page,
  person,
  problem,
}) => {
  await page.context().clearCookies()
  problem.announce(401, '/api/v1/')
  await page.goto('/dashboard/tasks?search=tea%20%26%20milk')
  await expect(page).toHaveURL(`/signin?returnUrl=${encodeURIComponent('/dashboard/tasks?search=tea%20%26%20milk')}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)

  const password = page.getByRole('textbox', { name: 'Password' })
  await page.getByLabel('Email').fill(person.email)
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/password/i)

  await password.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/tasks?search=tea%20%26%20milk')
  await expect(page.getByRole('searchbox', { name: 'Search tasks' })).toHaveValue('tea & milk')

  await page.goto('/logout')
  await expect(page).toHaveURL('/signin')
  await page.goto('/dashboard/support')
  await expect(page).toHaveURL('/signin?returnUrl=%2Fdashboard%2Fsupport')
})

test('a link on a foreign page signs nobody out: the page asks', async ({ page, person, product, targets }) => {
  const link = `<a href="${product.dashboardUrl}/logout">A picture of a cat</a>`
  const foreign = targets.target({ headers: { 'content-type': 'text/html' }, body: link })
  await page.goto(foreign.url)
  await page.getByRole('link').click()
  await expect(page).toHaveURL('/logout?ask')
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible()
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.goto('/logout?ask')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/signin')
  await page.goto('/dashboard/support')
  await expect(page).toHaveURL('/signin?returnUrl=%2Fdashboard%2Fsupport')
})

test('[ER-43] a session that has ended reloads the page, which ends at sign-in', async ({ page, person, problem }) => {
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await page.context().clearCookies()
  problem.announce(401, '/api/v1/')
  // The list's own poll may be the call that meets the ended session, and take the page away before the box is filled.
  const atSignIn = /^[^?]+\/signin\?returnUrl=%2Fdashboard%2Ftasks/
  await expect(async () => {
    if (!atSignIn.test(page.url()))
      await page.getByRole('searchbox', { name: 'Search tasks' }).fill('tea', { timeout: 2000 })
    await expect(page).toHaveURL(atSignIn, { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
})

test('[SH-12] without a first name there is no profile menu; an emailed code confirms the address', async ({
  page,
  product,
}) => {
  const nobody = newPerson('')
  await page.goto('/signup')
  await page.getByLabel('Email').fill(nobody.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(nobody.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm your email' })
  await expect(dialog).toBeVisible()
  const mails = await page.request.get(`${product.dashboardUrl}/dev/outbox.json?to=${encodeURIComponent(nobody.email)}`)
  const [newest]: { body: string }[] = await mails.json()
  await dialog.getByLabel('Code').fill(/\b\d{6}\b/.exec(newest?.body ?? '')?.[0] ?? '')
  // A code that is whole is submitted at once.
  await expect(snackbar(page, 'Email confirmed')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Confirm your email' })).toHaveCount(0)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(3)
  for (const tool of ['Search', 'Keyboard shortcuts', 'Color scheme: System'])
    await expect(page.getByRole('banner').getByRole('button', { name: tool })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
})

test('what keeps someone from signing up stands at its field', async ({ page, person, problem }) => {
  await page.context().clearCookies()
  await page.goto('/signup')
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/valid email address/)
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('textbox', { name: 'Password' }).fill('password')
  problem.announce(422, '/api/v1/auth/sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/common|guess/i)

  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/signin')
  await page.getByLabel('Email').fill(person.email)
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot')
})

test.describe('on a slow connection', () => {
  test.use({ isFirstVisit: true })

  test('a submission is seen to wait for what checks it, and the dashboard is fetched only after that', async ({
    page,
    person,
  }) => {
    await page.context().clearCookies()
    await page.goto('/signin')
    await expect(page.getByLabel('Email')).toBeFocused()
    const scripts = /\/assets\/[^/]+\.js$/
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const dashboard = () => requested.filter((path) => /\/(dashboard|task-list)-/.test(path))
    const loading = await hold(page, scripts)
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('data-loading')
    // What the page does when it is idle, it has done before this.
    await page.evaluate(() => new Promise((resolve) => window.requestIdleCallback(resolve)))
    expect(dashboard()).toEqual([])

    loading.release()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  })
})
