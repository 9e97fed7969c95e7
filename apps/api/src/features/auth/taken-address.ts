import { takeTurn } from '@knockwire/services/usage/rate-window'
import { accounts } from '@knockwire/db/schema/accounts'
import type { SystemMailJob } from '@knockwire/domain/jobs'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

const dayMs = 86_400_000

const takenMail = (to: string, origin: string): SystemMailJob => ({
  to,
  subject: 'You already have a Knockwire account',
  text: [
    'Someone, perhaps you, tried to open a Knockwire account with this address, which has one already.',
    `If it was you, sign in at ${origin}/signin.`,
    'If it was not, you need not do anything: nothing was changed, and nobody was let in.',
  ].join('\n\n'),
})

/** Tells the owner of a taken address about a sign-up with it, once a day at most. */
export const tellOwner = async ({ db, queue, settings, now }: ApiContext, email: string): Promise<void> => {
  const isTurn = await takeTurn(db, { key: `sign-up:taken:${email}`, everyMs: dayMs, nowMs: now() })
  const [owner] = isTurn
    ? await db.select({ email: accounts.email }).from(accounts).where(eq(accounts.email, email))
    : []
  if (owner !== undefined) await queue.send(db, 'system-mail', [takenMail(owner.email, settings.publicOrigin)])
}
