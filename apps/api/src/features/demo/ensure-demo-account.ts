import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { users } from '@knockwire/db/schema/users'
import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { createUser } from '../../access/owned/own-accounts.ts'
import { createReceiver } from '../receivers/create-receiver.ts'
import { saveReceiver, setReceiverStatus } from '../receivers/save-receiver.ts'
import { createDraft } from '../tasks/create-draft.ts'
import { createTask } from '../tasks/create-task.ts'

/** Answers the demonstration task, so that both sides of the product have life. */
const demoReceiver: SaveReceiverInput = {
  name: 'Who is there?',
  responseCode: 200,
  responseHeaders: { 'content-type': 'application/json' },
  responseBody: '{"answer": "You knocked with {{ request.method }}."}',
}

/** Calls the account's own receiver each minute, so that the first screen has life without the internet. */
const demoTask = (receiverUrl: string): SaveTaskInput => ({
  name: 'Knock on our own receiver',
  scheduler: { ...defaultScheduler, intervalSecond: 60 },
  request: { target: { ...defaultRequestTarget, uri: receiverUrl } },
})

interface Demo {
  email: string
  password: string
}

/** Null where it is there already. */
const create = async ({ db, settings, now }: ApiContext, demo: Demo, passwordHash: string): Promise<Caller | null> => {
  const { email } = demo
  const names = { firstName: 'Demo', lastName: 'Account' }
  const created = await createUser(db, { email, passwordHash, ...names, plan: settings.defaultPlan, nowMs: now() })
  if (created === null) return null
  const { accountId, userId } = created
  await db.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: new Date(now()), verifiedBy: userId })
  return { ...created, role: 'OWNER', via: { tokenId: null, address: null, requestId: null } }
}

/** The credentials that are printed at start always work. */
const keepPassword = async ({ db, passwords }: ApiContext, { email, password }: Demo) => {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.email, email))
  if (user === undefined || (await passwords.verify(password, user.passwordHash))) return
  await db
    .update(users)
    .set({ passwordHash: await passwords.hash(password) })
    .where(eq(users.email, email))
}

/** An active receiver of the account; gives its URL. */
const openReceiver = async (context: ApiContext, caller: Caller): Promise<string> => {
  const { id: receiverId } = await createReceiver(context, caller, { isDraft: false })
  await saveReceiver(context, caller, { receiverId, input: demoReceiver })
  return (await setReceiverStatus(context, caller, { receiverId, status: 'ACTIVE' })).url
}

/** A task at work, so that the first screen has life. */
const putToWork = async (context: ApiContext, caller: Caller) => {
  const receiverUrl = await openReceiver(context, caller)
  const { id } = await createDraft(context, caller)
  await createTask(context, caller, { taskId: id, input: demoTask(receiverUrl) })
}

/**
 * Embedded mode's demonstration account, made once, with a task at work; nothing of it is touched later but its password.
 * It is made whole or not at all: what the next start finds, it takes for complete.
 */
export const ensureDemoAccount = async (context: ApiContext): Promise<void> => {
  const { demo, isEmbedded } = context.settings
  if (demo === null || !isEmbedded) return
  const passwordHash = await context.passwords.hash(demo.password)
  const isNew = await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const caller = await create(inside, demo, passwordHash)
    if (caller !== null) await putToWork(inside, caller)
    return caller !== null
  })
  if (!isNew) await keepPassword(context, demo)
}
