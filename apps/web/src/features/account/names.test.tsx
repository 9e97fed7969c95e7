import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../testing/builders/account.ts'
import { server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { expectSnackbar } from '../../testing/screens.ts'

const leaveQuestion = page.getByRole('dialog', { name: 'Leave without saving?' })

const names = [
  {
    what: 'the name of a user',
    path: '/dashboard/account/profile',
    call: '/accounts/me/profile',
    field: 'First name',
    button: 'Save name',
    done: 'Your name has been changed.',
    saved: (typed: string) => account({ user: { ...account().user, firstName: typed } }),
  },
  {
    what: 'the name of an account',
    path: '/dashboard/account/members',
    call: '/accounts/me/name',
    field: 'Name',
    button: 'Rename',
    done: 'The account has been renamed.',
    saved: (typed: string) => account({ name: typed }),
  },
] as const

for (const { what, path, call, field, button, done, saved } of names) {
  it(`${what} that is typed while the one before is being saved is not saved, and not left without asking`, async () => {
    server.get('/accounts/me/members', 'MemberList', () => ({ members: [], invitations: [] }))
    server.get('/accounts', 'OwnAccountList', () => ({ results: [] }))
    const held = Promise.withResolvers<void>()
    server.post(call, 'AccountView', async () => {
      await held.promise
      return saved('Earl')
    })
    await openPage(path)
    const name = page.getByLabelText(field, { exact: true })
    await name.fill('Earl')
    await page.getByRole('button', { name: button }).click()
    await expect.poll(() => server.calls('post', /me\/(profile|name)$/)).toHaveLength(1)
    await name.fill('Earl Grey')
    held.resolve()
    await expectSnackbar(done)
    await expect.element(name).toHaveValue('Earl Grey')
    await page.getByRole('link', { name: 'API tokens' }).click()
    await expect.element(leaveQuestion).toBeVisible()
    await leaveQuestion.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(name).toHaveValue('Earl Grey')
  })
}
