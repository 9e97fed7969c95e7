import { accounts } from '@knockwire/db/schema/accounts'
import { users } from '@knockwire/db/schema/users'
import { deleteUnconfirmedAccounts } from '@knockwire/services/accounts/unconfirmed-accounts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsTo } from '../../testing/calls/mails.ts'
import { makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { operatorsCommand } from './audit-operator.ts'
import { inviteUser } from './invite-user.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { isEmbedded: false } })
})
afterAll(() => test.close())

const invite = (email: string) => inviteUser(test.context, operatorsCommand, email)
const hasUser = async (email: string) => (await test.db.$count(users, eq(users.email, email))) === 1
/** Every account becomes so much older, and what is due by then is deleted. */
const passDays = async (days: number) => {
  await test.db.update(accounts).set({ createdAt: sql`${accounts.createdAt} - ${days} * interval '1 day'` })
  await deleteUnconfirmedAccounts(test.db, 'FREE')
}

it('an account that is invited again is deleted seven days after the last invitation, as its email says', async () => {
  const email = 'late@example.com'
  await invite(email)
  await passDays(6.9)
  await invite(email)
  expect(await mailsTo(test, email)).toHaveLength(2)
  await passDays(6.9)
  expect(await hasUser(email)).toBe(true)
  await passDays(0.2)
  expect(await hasUser(email)).toBe(false)
})

it('an invitation to somebody who signed up, and has a task by now, deletes nothing', async () => {
  const user = await test.signUp('Busy', { isConfirmed: false })
  await makeTask(user)
  await invite(user.email)
  expect(await mailsTo(test, user.email)).not.toHaveLength(0)
  const [kept] = await test.db.select({ id: users.id }).from(users).where(eq(users.email, user.email))
  expect(kept?.id).toBe(user.userId)
})
