import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { createAccount } from '../auth/create-account.ts'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { createReceiver } from '../receivers/create-receiver.ts'
import { saveReceiver } from '../receivers/save-receiver.ts'
import { setReceiverStatus } from '../receivers/set-receiver-status.ts'
import { createDraft } from '../tasks/create-draft.ts'
import { createTask } from '../tasks/save/create-task.ts'
import { demoReceiver } from './demo-receiver.ts'
import { demoTask } from './demo-task.ts'

interface Demo {
  email: string
  password: string
}

const create = async ({ db, now }: ApiContext, { email, password }: Demo): Promise<string | null> => {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const accountId = await createAccount(tx, {
      email,
      passwordHash,
      firstName: 'Demo',
      lastName: 'Account',
      nowMs: now(),
    })
    if (accountId === null) return null
    await tx.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: new Date(now()) })
    return accountId
  })
}

/** The credentials that are printed at start always work. */
const keepPassword = async ({ db }: ApiContext, { email, password }: Demo) => {
  const [account] = await db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.email, email))
  if (account === undefined || (await verifyPassword(password, account.passwordHash))) return
  await db
    .update(accounts)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(accounts.email, email))
}

/** An active receiver of the account; gives its URL. */
const openReceiver = async (context: ApiContext, caller: Caller): Promise<string> => {
  const { id: receiverId } = await createReceiver(context, caller)
  await saveReceiver(context, caller, { receiverId, input: demoReceiver })
  return (await setReceiverStatus(context, caller, { receiverId, status: 'ACTIVE' })).url
}

/** Embedded mode's demonstration account, made once, with a task at work; nothing of it is touched later but its password. */
export const ensureDemoAccount = async (context: ApiContext): Promise<void> => {
  const { demo, isEmbedded } = context.settings
  if (demo === null || !isEmbedded) return
  const accountId = await create(context, demo)
  if (accountId === null) return keepPassword(context, demo)
  const caller = { accountId }
  const receiverUrl = await openReceiver(context, caller)
  const { id } = await createDraft(context, caller)
  await createTask(context, caller, { taskId: id, input: demoTask(receiverUrl) })
}
