import type { InvitationView, MemberView } from '@knockwire/domain/accounts/member'
import { InviteInput } from '@knockwire/domain/accounts/member'
import type { Role } from '@knockwire/domain/accounts/role'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectFieldError, expectSnackbar, expectToBeKept, press, section, textsOf } from '../../../testing/screens.ts'

const members = page.getByRole('list', { name: 'Members', exact: true }).getByRole('listitem')
const invitations = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
const invite = page.getByRole('button', { name: 'Invite member' })

const member = (number: number, firstName: string, more: Partial<MemberView> = {}): MemberView => ({
  userId: idOf('user', number),
  email: `${firstName.toLowerCase()}@example.com`,
  firstName,
  lastName: '',
  role: 'EDITOR',
  createdAt: minutesAgo(500),
  lastSeenAt: minutesAgo(5),
  ...more,
})

const invitation = (number: number, email: string, role: Role): InvitationView => ({
  id: idOf('other', number),
  email,
  role,
  invitedBy: 'Ada',
  createdAt: minutesAgo(1),
  expiresAt: minutesAgo(-60 * 24 * 7),
})

const ownAccounts = [
  { id: idOf('account', 1), name: 'Ada', role: 'OWNER', plan: 'FREE', isCurrent: true },
  { id: idOf('account', 2), name: 'Tea house', role: 'EDITOR', plan: 'FREE', isCurrent: false },
] as const

/** The API of the members of an account, whose owner is Ada. */
const openMembers = async (...listed: MemberView[]) => {
  const served = {
    members: listed.length > 0 ? listed : [member(1, 'Ada', { role: 'OWNER' }), member(2, 'Bob')],
    invitations: [] as InvitationView[],
  }
  server.get('/accounts', 'OwnAccountList', () => ({ results: [] }))
  server.get('/accounts/me/members', 'MemberList', () => served)
  server.post('/accounts/me/invitations', 'InvitationView', ({ body }) => {
    const { email, role } = InviteInput.parse(body)
    const made = invitation(served.invitations.length + 1, email, role)
    served.invitations = [...served.invitations, made]
    return made
  })
  server.done.delete('/accounts/me/invitations/:id', ({ params }) => {
    served.invitations = served.invitations.filter(({ id }) => id !== params['id'])
  })
  server.done.post('/accounts/me/members/:id', ({ params, body }) => {
    const { role } = body as { role: Role }
    served.members = served.members.map((one) => (one.userId === params['id'] ? { ...one, role } : one))
  })
  server.done.delete('/accounts/me/members/:id', ({ params }) => {
    served.members = served.members.filter(({ userId }) => userId !== params['id'])
  })
  await openPage('/dashboard/account/members')
  await expect.element(members.first()).toBeVisible()
  return served
}

describe('the dialog of an invitation', () => {
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  const email = dialog.getByLabelText('Email')
  const openDialog = async () => {
    const served = await openMembers()
    await invite.click()
    await expect.element(email).toBeVisible()
    return served
  }

  it('sends one to an address with the role that is chosen, and lists it until it is revoked', async () => {
    await openDialog()
    await expect.element(email).toHaveFocus()
    await expect.element(dialog.getByRole('radio', { name: 'Editor' })).toBeChecked()
    await email.fill('grace@example.com')
    await dialog.getByRole('radio', { name: 'Viewer' }).click()
    await press(dialog, 'Send invitation')
    await expectSnackbar('The invitation was sent to grace@example.com.')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(invitations).toMatchTextContent(/grace@example\.com.*Viewer.*Invited by Ada/)
    await page.getByRole('button', { name: 'Revoke the invitation of grace@example.com' }).click()
    await expectSnackbar('Invitation revoked')
    await expect.element(invitations).not.toBeInTheDocument()
    await expect.element(invite).toHaveFocus()
  })

  it('sends nothing to what is no address, and says why at its field', async () => {
    await openDialog()
    await email.fill('grace')
    await press(dialog, 'Send invitation')
    await expectFieldError(email, /address/)
    expect(server.calls('post', /./)).toEqual([])
  })

  it('stays open with what is typed where the server rejects it', async () => {
    await openDialog()
    server.post('/accounts/me/invitations', 'InvitationView', () =>
      rejected(422, 'INVALID_FIELDS', { errors: { email: 'They are a member already.' } }),
    )
    await email.fill('bob@example.com')
    await press(dialog, 'Send invitation')
    await expectFieldError(email, /They are a member already\./)
    await expect.element(email).toHaveValue('bob@example.com')
  })

  it('does not lose the address that is being written by Esc or a click outside', async () => {
    await openDialog()
    await expectToBeKept(dialog, email, 'grace@example.com')
  })
})

it('a role is changed after a question, and a member removed after another', async () => {
  const served = await openMembers()
  const role = page.getByRole('combobox', { name: 'Role of Bob' })
  const question = page.getByRole('dialog', { name: 'Change this role?' })
  await role.selectOptions('Viewer')
  await press(question, 'Cancel')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(role).toHaveValue('EDITOR')
  await role.selectOptions('Viewer')
  await press(question, 'Change role')
  await expectSnackbar('The role has been changed.')
  expect(served.members[1]?.role).toBe('VIEWER')

  await press(members.last(), 'Remove Bob')
  const removal = page.getByRole('dialog', { name: 'Remove this member?' })
  await expect.element(removal).toMatchTextContent('Bob loses access to this account immediately')
  await press(removal, 'Remove')
  await expectSnackbar('Member removed')
  await expect.poll(() => textsOf(members)).toEqual([expect.stringContaining('Ada')])
})

it('the last owner cannot leave, which the dialog says', async () => {
  await openMembers()
  server.done.delete('/accounts/me/members/:id', () =>
    rejected(409, 'CONFLICT', { message: 'An account needs an owner.' }),
  )
  await press(members.first(), 'Leave')
  const dialog = page.getByRole('dialog', { name: 'Leave this account?' })
  await press(dialog, 'Leave')
  await expect.element(dialog).toMatchTextContent('An account needs an owner.')
})

it('members that could not be loaded say why, and are loaded again by a button', async () => {
  server.get('/accounts', 'OwnAccountList', () => ({ results: [] }))
  let isBroken = true
  server.get('/accounts/me/members', 'MemberList', () =>
    isBroken
      ? rejected(400, 'MALFORMED', { message: 'The members are being moved.' })
      : { members: [member(1, 'Ada')], invitations: [] },
  )
  await openPage('/dashboard/account/members')
  await expect.element(page.getByText('The members are being moved.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(members).toMatchTextContent('Ada')
})

it('accounts of one’s own that could not be loaded are not left out without a word, in the tab and in the menu', async () => {
  server.get('/accounts/me/members', 'MemberList', () => ({ members: [member(1, 'Ada')], invitations: [] }))
  let isBroken = true
  server.get('/accounts', 'OwnAccountList', () =>
    isBroken ? rejected(400, 'MALFORMED') : { results: [...ownAccounts] },
  )
  await openPage('/dashboard/account/members')
  const tab = section('Your accounts')
  await expect.element(tab).toMatchTextContent('Your accounts could not be loaded.')
  const menu = page.getByRole('button', { name: 'Ada' })
  await menu.click()
  await expect.element(page.getByRole('menu')).toMatchTextContent('Your accounts could not be loaded.')
  isBroken = false
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Tea house' })).toBeVisible()
  await expect.element(tab.getByRole('button', { name: 'Switch to Tea house' })).toBeVisible()
})

it('somebody who is no owner sees who works in the account, and can invite, change and remove nobody else', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ role: 'EDITOR' }))
  await openMembers(member(1, 'Ada'), member(2, 'Bob', { role: 'OWNER' }))
  expect(textsOf(members)).toEqual([expect.stringContaining('Ada'), expect.stringContaining('Bob')])
  await expect.element(invite).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  expect(textsOf(members.getByRole('button'))).toEqual(['Leave'])
})
