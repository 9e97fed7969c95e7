import type { ApiTokenView } from '@knockwire/domain/accounts/api-token'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf } from '../../testing/builders/ids.ts'
import { minutesAgo } from '../../testing/builders/times.ts'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { expectFieldError, expectSnackbar, expectToBeKept, press } from '../../testing/screens.ts'

const token: ApiTokenView = {
  id: idOf('other', 1),
  name: 'Deploy script',
  createdBy: 'ada@example.com',
  isOwn: true,
  prefix: 'kw_abc',
  scope: 'READ',
  scopes: null,
  project: null,
  createdAt: minutesAgo(1),
  expiresAt: null,
  isExpired: false,
  previousExpiresAt: null,
  lastUsedAt: null,
}

/** As the browser's own ways do, which no dialog covers. */
const leaveBehind = () => (page.getByRole('link', { name: 'Profile' }).element() as HTMLElement).click()

const leaveQuestion = page.getByRole('dialog', { name: 'Leave without saving?' })

describe('the dialog of a new token', () => {
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  const name = dialog.getByLabelText('Name')

  const openDialog = async () => {
    server.get('/accounts/me/tokens', 'ApiTokenList', () => ({ results: [] }))
    await openPage('/dashboard/account/tokens')
    await page.getByRole('button', { name: 'Create token' }).first().click()
    await expect.element(name).toBeVisible()
  }

  it('keeps a name that is typed from Esc, a click outside and a way to another page', async () => {
    await openDialog()
    await expectToBeKept(dialog, name, 'Deploy script')
    leaveBehind()
    await press(leaveQuestion, 'Keep editing')
    await expect.element(leaveQuestion).not.toBeInTheDocument()
    await expect.element(name).toHaveValue('Deploy script')
  })

  it('asks for the password where the session is old, makes the token, shows it once, and is not left without asking', async () => {
    let isConfirmed = false
    server.get('/accounts/me/sign-in-methods', 'SignInMethodsView', () => ({
      hasPassword: true,
      isProviderLinked: false,
      passkeys: 0,
    }))
    server.post('/accounts/me/tokens', 'CreatedApiTokenView', () =>
      isConfirmed ? { ...token, token: 'kw_abc_the_rest' } : rejected(403, 'CONFIRMATION_NEEDED'),
    )
    server.done.post('/accounts/me/confirm', ({ body }) => {
      isConfirmed = (body as { password: string }).password === 'a short sentence works'
      if (!isConfirmed) return rejected(422, 'INVALID_FIELDS', { errors: { password: 'This is not your password.' } })
    })
    await openDialog()
    await name.fill('Deploy script')
    await press(dialog, 'Create token')
    const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const password = confirmation.getByRole('textbox', { name: 'Password' })
    await password.fill('not this one')
    await press(confirmation, 'Confirm')
    await expectFieldError(password, /This is not your password\./)
    await password.fill('a short sentence works')
    await press(confirmation, 'Confirm')
    await expect.element(dialog.getByLabelText('Your new token')).toHaveTextContent('kw_abc_the_rest')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog.getByLabelText('Your new token')).toBeVisible()
    leaveBehind()
    await expect.element(leaveQuestion).toMatchTextContent('The new token is shown only once.')
    await press(leaveQuestion, 'Keep editing')
    await press(dialog, 'Done')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(document.body.textContent).not.toContain('kw_abc_the_rest')
  })

  it('changes nothing where the confirmation is cancelled, and says so', async () => {
    server.get('/accounts/me/sign-in-methods', 'SignInMethodsView', () => ({
      hasPassword: true,
      isProviderLinked: false,
      passkeys: 0,
    }))
    server.post('/accounts/me/tokens', 'CreatedApiTokenView', () => rejected(403, 'CONFIRMATION_NEEDED'))
    await openDialog()
    await name.fill('Deploy script')
    await press(dialog, 'Create token')
    await press(page.getByRole('dialog', { name: 'Confirm it’s you' }), 'Cancel')
    await expect
      .element(dialog.getByText('Nothing was changed, because you did not confirm.', { exact: false }))
      .toBeVisible()
    await expect.element(name).toHaveValue('Deploy script')
    expect(server.calls('post', /tokens$/)).toHaveLength(1)
  })

  it('narrows the token down to the scopes that are chosen, at least one', async () => {
    server.post('/accounts/me/tokens', 'CreatedApiTokenView', () => ({ ...token, token: 'kw_abc_the_rest' }))
    await openDialog()
    await name.fill('Deploy script')
    await dialog.getByLabelText('Selected scopes', { exact: false }).click()
    await press(dialog, 'Create token')
    await expect.element(dialog.getByText('Choose at least one scope.')).toBeVisible()
    expect(server.calls('post', /tokens$/)).toEqual([])
    await dialog.getByRole('checkbox').first().click()
    await press(dialog, 'Create token')
    await expect.element(dialog.getByLabelText('Your new token')).toBeVisible()
    const [call] = server.calls('post', /tokens$/)
    expect(call?.body).toMatchObject({ name: 'Deploy script', scopes: [expect.any(String)], project: null })
  })
})

describe('the dialog of a secret', () => {
  const dialog = page.getByRole('dialog', { name: 'Add secret' })
  const stored = { name: 'ALERTS_TOKEN', updatedAt: minutesAgo(60), usedBy: [] }

  const openDialog = async () => {
    server.get('/projects', 'ProjectList', () => ({ results: [] }))
    server.get('/secrets', 'SecretList', () => ({ results: [stored] }))
    await openPage('/dashboard/account/code')
    await press(page.getByRole('main'), 'Add secret')
    await expect.element(dialog.getByLabelText('Name')).toBeVisible()
  }

  it('keeps what is typed from Esc and a click outside', async () => {
    await openDialog()
    await expectToBeKept(dialog, dialog.getByLabelText('Name'), 'SHOP_TOKEN')
  })

  it('stores a new name with its value, which is shown nowhere', async () => {
    server.done.put('/secrets/:name')
    await openDialog()
    await dialog.getByLabelText('Name').fill('SHOP_TOKEN')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('s3cret')
    await press(dialog, 'Store secret')
    await expectSnackbar('Secret SHOP_TOKEN stored')
    expect(server.calls('put', /./).map(({ path, body }) => [path, body])).toEqual([
      ['/secrets/SHOP_TOKEN', { value: 's3cret' }],
    ])
    expect(document.body.textContent).not.toContain('s3cret')
  })

  it('overwrites no value that is stored under the same name', async () => {
    await openDialog()
    await dialog.getByLabelText('Name').fill('ALERTS_TOKEN')
    await dialog.getByRole('textbox', { name: 'Value' }).fill('s3cret')
    await press(dialog, 'Store secret')
    await expectFieldError(dialog.getByLabelText('Name'), /A secret named ALERTS_TOKEN already exists\./)
    expect(server.calls('put', /./)).toEqual([])
  })
})
