import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import type { SystemMailKind } from '@knockwire/domain/mail/system-mail-kinds'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'

interface Owner {
  accountId: string
  email: string
  /** The dashboard's. */
  origin: string
}

const notice = (
  { accountId, email: to, origin }: Owner,
  kind: SystemMailKind,
  subject: string,
  what: string,
): SystemMail => ({
  kind,
  accountId,
  to,
  subject,
  text: [
    what,
    `If this was you, there is nothing to do.`,
    `If it was not, someone else has access to your account: set a new password at ${origin}/forgot, then look through ` +
      `${origin}/dashboard/account/security and ${origin}/dashboard/account/tokens.`,
  ].join('\n\n'),
})

export const accountDeletedMail = ({ accountId, email: to }: Omit<Owner, 'origin'>): SystemMail => ({
  kind: 'account deleted',
  accountId,
  to,
  subject: 'Your Knockwire account was deleted',
  text: [
    'Your Knockwire account was deleted. Its tasks and receivers have stopped, and what they stored is being deleted.',
    'If it was not you who did this, contact the support of this server at once.',
  ].join('\n\n'),
})

/** Notices of changes to an account's security: its owner learns of each, no matter who made it. */
export const securityMails = (owner: Owner) => ({
  passwordChanged: () =>
    notice(
      owner,
      'password changed',
      'Your Knockwire password was changed',
      'The password of your Knockwire account was changed. All other sessions were signed out.',
    ),
  passwordReset: () =>
    notice(
      owner,
      'password reset',
      'Your Knockwire password was reset',
      'The password of your Knockwire account was reset with a code that we mailed to this address. All sessions were signed out.',
    ),
  emailChanged: (email: string) =>
    notice(
      owner,
      'address changed',
      'The email address of your Knockwire account was changed',
      `Your Knockwire account now belongs to ${nameInMail(email)}: you sign in with that address.`,
    ),
  providerLinked: () =>
    notice(
      owner,
      'provider linked',
      'Single sign-on was linked to your Knockwire account',
      'Your Knockwire account can now be opened with your identity at the sign-in provider of this server.',
    ),
  passkeyAdded: (name: string) =>
    notice(
      owner,
      'passkey added',
      'A passkey was added to your Knockwire account',
      `The passkey "${nameInMail(name)}" can now sign in to your Knockwire account.`,
    ),
  passkeyRemoved: (name: string) =>
    notice(
      owner,
      'passkey removed',
      'A passkey was removed from your Knockwire account',
      `The passkey "${nameInMail(name)}" can no longer sign in to your Knockwire account.`,
    ),
  tokenCreated: (name: string) =>
    notice(
      owner,
      'token created',
      'A Knockwire API token was created',
      `The API token "${nameInMail(name)}" was created for your Knockwire account.`,
    ),
})
