import type { SystemMailJob } from '@knockwire/domain/jobs'

const notice = (to: string, subject: string, what: string, origin: string): SystemMailJob => ({
  to,
  subject,
  text: [
    what,
    `If this was you, there is nothing to do.`,
    `If it was not, someone else has access to your account: set a new password at ${origin}/forgot, then look through ` +
      `${origin}/dashboard/account/security and ${origin}/dashboard/account/tokens.`,
  ].join('\n\n'),
})

export const accountDeletedMail = (to: string): SystemMailJob => ({
  to,
  subject: 'Your Knockwire account was deleted',
  text: [
    'Your Knockwire account was deleted. Its tasks and receivers have stopped, and what they stored is being deleted.',
    'If it was not you who did this, contact the support of this server at once.',
  ].join('\n\n'),
})

/** Notices of changes to an account's security: its owner learns of each, no matter who made it. */
export const securityMails = (to: string, origin: string) => ({
  passwordChanged: () =>
    notice(
      to,
      'Your Knockwire password was changed',
      'The password of your Knockwire account was changed. All other sessions were signed out.',
      origin,
    ),
  passwordReset: () =>
    notice(
      to,
      'Your Knockwire password was reset',
      'The password of your Knockwire account was reset with a code that we mailed to this address. All sessions were signed out.',
      origin,
    ),
  emailChanged: (email: string) =>
    notice(
      to,
      'The email address of your Knockwire account was changed',
      `Your Knockwire account now belongs to ${email}: you sign in with that address.`,
      origin,
    ),
  providerLinked: () =>
    notice(
      to,
      'Single sign-on was linked to your Knockwire account',
      'Your Knockwire account can now be opened with your identity at the sign-in provider of this server.',
      origin,
    ),
  passkeyAdded: (name: string) =>
    notice(
      to,
      'A passkey was added to your Knockwire account',
      `The passkey "${name}" can now sign in to your Knockwire account.`,
      origin,
    ),
  passkeyRemoved: (name: string) =>
    notice(
      to,
      'A passkey was removed from your Knockwire account',
      `The passkey "${name}" can no longer sign in to your Knockwire account.`,
      origin,
    ),
  tokenCreated: (name: string) =>
    notice(
      to,
      'A Knockwire API token was created',
      `The API token "${name}" was created for your Knockwire account.`,
      origin,
    ),
})
