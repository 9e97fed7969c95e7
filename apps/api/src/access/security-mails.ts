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
    "If this was you, you don't need to do anything.",
    `If it wasn't you, someone else has access to your account: set a new password at ${origin}/forgot, then check ` +
      `${origin}/dashboard/account/security and ${origin}/dashboard/account/tokens.`,
  ].join('\n\n'),
})

export const accountDeletedMail = ({ accountId, email: to }: Omit<Owner, 'origin'>): SystemMail => ({
  kind: 'account deleted',
  accountId,
  to,
  subject: 'Your Knockwire account was deleted',
  text: [
    'Your Knockwire account was deleted. Its tasks and receivers have stopped, and their data is being deleted.',
    "If you didn't do this, contact this server's support right away.",
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
      'The password of your Knockwire account was reset with a code that we sent to this address. All sessions were signed out.',
    ),
  emailChanged: (email: string) =>
    notice(
      owner,
      'address changed',
      'The email address of your Knockwire account was changed',
      `The email address of your Knockwire account is now ${nameInMail(email)}. Sign in with that address.`,
    ),
  providerLinked: () =>
    notice(
      owner,
      'provider linked',
      'Single sign-on was linked to your Knockwire account',
      "You can now sign in to your Knockwire account with this server's single sign-on.",
    ),
  passkeyAdded: (name: string) =>
    notice(
      owner,
      'passkey added',
      'A passkey was added to your Knockwire account',
      `The passkey "${nameInMail(name)}" can now be used to sign in to your Knockwire account.`,
    ),
  passkeyRemoved: (name: string) =>
    notice(
      owner,
      'passkey removed',
      'A passkey was removed from your Knockwire account',
      `The passkey "${nameInMail(name)}" can no longer be used to sign in to your Knockwire account.`,
    ),
  tokenCreated: (name: string) =>
    notice(
      owner,
      'token created',
      'A Knockwire API token was created',
      `The API token "${nameInMail(name)}" was created for your Knockwire account.`,
    ),
})
