import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import type { SystemMailKind } from '@knockwire/domain/mail/system-mail-kinds'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'

interface Person {
  userId: string
  email: string
  /** The dashboard's. */
  origin: string
}

const notice = (
  { userId, email: to, origin }: Person,
  kind: SystemMailKind,
  subject: string,
  what: string,
): SystemMail => ({
  kind,
  accountId: userId,
  to,
  subject,
  text: [
    what,
    "If this was you, you don't need to do anything.",
    `If it wasn't you, someone else has access to your account: set a new password at ${origin}/forgot, then check ` +
      `${origin}/dashboard/account/security and ${origin}/dashboard/account/tokens.`,
  ].join('\n\n'),
})

export const accountDeletedMail = ({ accountId, to }: Pick<SystemMail, 'accountId' | 'to'>): SystemMail => ({
  kind: 'account deleted',
  accountId,
  to,
  subject: 'Your Knockwire account was deleted',
  text: [
    'Your Knockwire account was deleted. Its tasks and receivers have stopped, and their data is being deleted.',
    "If you didn't do this, contact this server's support right away.",
  ].join('\n\n'),
})

/** Notices of changes to what signs a user in: they learn of each, no matter who made it. */
export const securityMails = (person: Person) => ({
  passwordChanged: () =>
    notice(
      person,
      'password changed',
      'Your Knockwire password was changed',
      'The password of your Knockwire account was changed. All other sessions were signed out.',
    ),
  passwordReset: () =>
    notice(
      person,
      'password reset',
      'Your Knockwire password was reset',
      'The password of your Knockwire account was reset with a code that we sent to this address. All sessions were signed out.',
    ),
  emailChanged: (email: string) =>
    notice(
      person,
      'address changed',
      'The email address of your Knockwire account was changed',
      `The email address of your Knockwire account is now ${nameInMail(email)}. Sign in with that address.`,
    ),
  providerLinked: () =>
    notice(
      person,
      'provider linked',
      'Single sign-on was linked to your Knockwire account',
      "You can now sign in to your Knockwire account with this server's single sign-on.",
    ),
  passkeyAdded: (name: string) =>
    notice(
      person,
      'passkey added',
      'A passkey was added to your Knockwire account',
      `The passkey "${nameInMail(name)}" can now be used to sign in to your Knockwire account.`,
    ),
  passkeyRemoved: (name: string) =>
    notice(
      person,
      'passkey removed',
      'A passkey was removed from your Knockwire account',
      `The passkey "${nameInMail(name)}" can no longer be used to sign in to your Knockwire account.`,
    ),
  tokenCreated: (name: string) =>
    notice(
      person,
      'token created',
      'A Knockwire API token was created',
      `The API token "${nameInMail(name)}" was created for your Knockwire account.`,
    ),
  tokenRotated: (name: string) =>
    notice(
      person,
      'token rotated',
      'A Knockwire API token was rotated',
      `The API token "${nameInMail(name)}" of your Knockwire account has a new value. The old one works for one more hour.`,
    ),
})
