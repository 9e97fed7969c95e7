import { deserialize, serialize } from 'node:v8'
import type { Database, Transaction } from '@knockwire/db/client'
import { idempotencyKeys } from '@knockwire/db/schema/limits'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiContext } from './context.ts'

/** What identifies a call whose caller named a key, so that it can be repeated where its response was lost. */
export interface CallKey {
  accountId: string
  key: string
  /** Keys of different API tokens, and of different members in their browsers, do not meet. */
  holder: string
  /** Equal for equal calls. */
  fingerprint: string
}

/** What a call answered. `body`: as it was before it was written as JSON; left out where it had none. */
export interface Answer {
  status: number
  body?: unknown
  /** Of the object that was made. */
  etag?: string
}

/** What is kept of a call, encrypted: its values may be secret. */
interface Kept {
  /** Rows of earlier versions have the one result itself. */
  version: 2
  /** What each of its transactions gave, in their order, as text; null where that cannot be kept. */
  results: (string | null)[]
  answer?: Answer
}

/** A call that is being made, once or again. */
export interface RepeatableCall extends CallKey {
  /** Of its row in the database; null until that is there. */
  id: string | null
  kept: Kept
  /** How many transactions it has begun. */
  begun: number
  /** It was answered: what goes on in the background is not part of it. */
  isOver: boolean
}

type Context = Pick<ApiContext, 'db' | 'secrets' | 'now'>

const nothingKept = (): Kept => ({ version: 2, results: [] })

const whichIs = ({ accountId, holder, key }: CallKey) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.holder, holder), eq(idempotencyKeys.key, key))

const usedForAnother = () => {
  const message = 'This Idempotency-Key was used for another call. Use a new key for each call.'
  const place = { in: 'headers', path: '/idempotency-key', code: 'invalid_value', message } as const
  return invalidFields({ idempotencyKey: message }, message, [place])
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 2 && 'results' in value

const asText = (value: unknown): string | null => {
  try {
    return serialize(value).toString('base64')
  } catch {
    return null
  }
}

const readKept = (secrets: ApiContext['secrets'], row: typeof idempotencyKeys.$inferSelect): Kept => {
  if (row.response === null) return nothingKept()
  const value: unknown = JSON.parse(secrets.decrypt(row.response))
  return isKept(value) ? value : { version: 2, results: [asText(value)] }
}

const encrypted = (secrets: ApiContext['secrets'], kept: Kept) => secrets.encrypt(JSON.stringify(kept))

/** The call as far as it was made before. Throws where its key was used for another call. */
export const findCall = async ({ db, secrets }: Context, call: CallKey): Promise<RepeatableCall> => {
  const [row] = await db.select().from(idempotencyKeys).where(whichIs(call))
  const begun = { begun: 0, isOver: false }
  if (row === undefined) return { ...call, ...begun, id: null, kept: nothingKept() }
  if (row.fingerprint !== call.fingerprint) throw usedForAnother()
  return { ...call, ...begun, id: row.id, kept: readKept(secrets, row) }
}

/**
 * Writes the row of the call, or reads it: what another process does with the same key has to end first. Gives whether
 * this is where it was written.
 */
const claim = async ({ secrets, now }: Context, tx: Transaction, call: RepeatableCall): Promise<boolean> => {
  const { accountId, key, holder, fingerprint } = call
  const nowMs = now()
  const id = uuidv7(nowMs)
  const values = { id, accountId, key, holder, fingerprint, createdAt: new Date(nowMs) }
  const inserted = await tx
    .insert(idempotencyKeys)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id })
  if (inserted.length > 0) {
    call.id = id
    return true
  }
  const [row] = await tx.select().from(idempotencyKeys).where(whichIs(call)).for('update')
  if (row?.fingerprint !== fingerprint) throw usedForAnother()
  call.id = row.id
  call.kept = readKept(secrets, row)
  return false
}

const keep = ({ secrets }: Pick<Context, 'secrets'>, db: Database | Transaction, { id, kept }: RepeatableCall) =>
  db
    .update(idempotencyKeys)
    .set({ response: encrypted(secrets, kept) })
    .where(eq(idempotencyKeys.id, id ?? ''))

const lostResult = () =>
  new AppError('CONFLICT', 'This call was made before, and what it answered was lost. Read what it changed instead.')

/** A transaction of a call: what it gave the first time where it was committed then, without doing its work again. */
const doOnce = async <T>(
  context: Context,
  tx: Transaction,
  { call, index, work }: { call: RepeatableCall; index: number; work: (tx: Transaction) => Promise<T> },
): Promise<T> => {
  await claim(context, tx, call)
  const known = call.kept.results[index]
  if (known === null) throw lostResult()
  // What we have written ourselves, and what only we can read.
  if (known !== undefined) return deserialize(Buffer.from(known, 'base64')) as T
  const result = await work(tx)
  call.kept.results[index] = asText(result)
  await keep(context, tx, call)
  return result
}

/**
 * The database, for code that may be called by a call with an `Idempotency-Key`: each of the call's transactions is then
 * made once. That it was made is written in the transaction itself, so that it is known exactly when the change is there; a
 * repetition waits until that has ended, and what failed has used up no key.
 * @param currentCall - the call that is being made, undefined where it has no key
 */
export const repeatableDatabase = (context: Context, currentCall: () => RepeatableCall | undefined): Database => {
  const { db } = context
  const transaction: Database['transaction'] = async (work, config) => {
    const call = currentCall()
    // A transaction that has to see one state from its start on reads only.
    if (call === undefined || call.isOver || config?.isolationLevel !== undefined) return db.transaction(work, config)
    const [idBefore, keptBefore, index] = [call.id, structuredClone(call.kept), call.begun]
    call.begun += 1
    try {
      return await db.transaction((tx) => doOnce(context, tx, { call, index, work }), config)
    } catch (error) {
      // It may be tried again, and is the same one then.
      call.id = idBefore
      call.kept = keptBefore
      call.begun = index
      throw error
    }
  }
  return Object.create(db, { transaction: { value: transaction } }) as Database
}

/** Keeps what a call answered, for the day in which it may be repeated: also of one that had no transaction. */
export const keepAnswer = async (context: Context, call: RepeatableCall, answer: Answer): Promise<void> => {
  call.kept.answer = answer
  if (call.id !== null) {
    await keep(context, context.db, call)
    return
  }
  const { accountId, key, holder, fingerprint, kept } = call
  const nowMs = context.now()
  const response = encrypted(context.secrets, kept)
  await context.db
    .insert(idempotencyKeys)
    .values({ id: uuidv7(nowMs), accountId, key, holder, fingerprint, createdAt: new Date(nowMs), response })
    .onConflictDoNothing()
}

/** What an account keeps of its calls: a call that is repeated is repeated soon, and a flood must not fill the database. */
export const keptCalls = { most: 10_000, mostBytes: 64 * 1024 * 1024 } as const

/** Deletes the oldest calls of an account, as far as it keeps more than it may. */
export const deleteOldCalls = async (
  { db }: Pick<Context, 'db'>,
  accountId: string,
  { most, mostBytes }: { most: number; mostBytes: number } = keptCalls,
): Promise<void> => {
  await db.execute(sql`
    delete from idempotency_keys where id in (
      select id from (
        select id, row_number() over newest as count, sum(coalesce(pg_column_size(response), 0)) over newest as bytes
        from idempotency_keys where account_id = ${accountId} window newest as (order by id desc)
      ) as kept where count > ${most} or bytes > ${mostBytes}
    )`)
}
