import { receivers } from '@knockwire/db/schema/receivers'
import { encodingProblem } from '@knockwire/domain/charsets/encode-text'
import { type AppError, invalidFields, throwIfInvalid } from '@knockwire/domain/errors'
import { shownAddress } from '@knockwire/domain/heartbeats/signals/other-addresses'
import { checkExpectation } from '@knockwire/domain/heartbeats/check-expectation'
import { type Expectation, expectationOf, normalizeExpectation } from '@knockwire/domain/heartbeats/expectation'
import { type ReceiverStatus, type ReceiverView, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { responseVariables } from '@knockwire/domain/templates/variables'
import { changedFields, nextVersion, requireStatus, requireVersion } from '@knockwire/domain/versions'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { addressKeysOf, saveAddresses } from './heartbeat/save-addresses.ts'
import { checkLearned } from './heartbeat/learned-rhythm.ts'
import { saveExpectation, setHeartbeatStatus } from './heartbeat/save-heartbeat.ts'
import { checkCombining } from './heartbeat/success-condition.ts'
import { countWithinLimit, lockLimits } from './create-receiver.ts'
import {
  findReceiver,
  lockReceiver,
  presentReceiver,
  type ReceiverRow,
  type SeenReceiver,
} from '../../access/owned/owned-receiver.ts'
import { requireContents } from '../../access/owned/whole-etag.ts'
import { noteHandEdit, pointersOf } from '../../access/owned/hand-edits.ts'
import { audit } from '../../access/audit.ts'
import { changesOf } from '@knockwire/domain/audit/changes'

/** Why a template cannot be kept; a text without markup cannot fail, but may have characters that its charset lacks. */
const validateTemplate = async (
  sandbox: Sandbox,
  { accountId }: Caller,
  template: string,
  contentType: string | undefined,
): Promise<string | null> => {
  const unencodable = encodingProblem(template, contentType)
  if (unencodable !== null) return unencodable
  if (!/\{[{%]/.test(template)) return null
  const problems = await sandbox.run(accountId, { kind: 'check', templates: [template], variables: responseVariables })
  return problems === null ? 'The template takes too long to render.' : (problems[0] ?? null)
}

interface Save {
  receiverId: string
  input: SaveReceiverInput
  /** The version that the caller started from; undefined where they do not say. */
  version?: number | undefined
}

/** An active receiver answers by what is saved from then on. */
export const saveReceiver = async (
  context: ApiContext,
  caller: Caller,
  { receiverId, input: sent, version }: Save,
): Promise<ReceiverView> => {
  const { db, sandbox, settings, now } = context
  const found = await findReceiver(db, caller, receiverId)
  const input = { ...sent, ...(sent.expectation && { expectation: normalizeExpectation(sent.expectation) }) }
  const { status, expectation, otherAddresses } = input
  const problem = await validateTemplate(sandbox, caller, input.responseBody, input.responseHeaders['content-type'])
  const expectationErrors = expectation
    ? {
        ...checkExpectation(expectation, now()),
        ...(await checkCombining(db, caller, expectation)),
        ...(await checkLearned(db, { ...learnedSaveOf(found, expectation), nowMs: now() })),
      }
    : {}
  throwIfInvalid({ ...(problem !== null && { responseBody: problem }), ...expectationErrors })
  const addresses = otherAddresses && addressKeysOf(otherAddresses)
  return db.transaction(async (tx) => {
    const stored = await lockReceiver(tx, caller, receiverId)
    const view = presentReceiver(settings, stored)
    requireStatus(stored, { status, sent: version, current: () => view })
    const changed = changedFields(view, { ...view, ...fieldsAfter(input) })
    const versions = nextVersion(stored, { changed, sent: version, current: () => view })
    await tx
      .update(receivers)
      .set({ ...receiverColumnsOf(input), ...versions, updatedAt: new Date(now()) })
      .where(eq(receivers.id, receiverId))
    if (expectation !== undefined) await saveExpectation(tx, stored, expectation)
    if (addresses) await saveAddresses(tx, receiverId, addresses)
    const saved = presentReceiver(settings, await findReceiver(tx, caller, receiverId))
    // How its heartbeat fares is no change of anybody's.
    const changes = changesOf({ before: view, after: { ...saved, heartbeat: view.heartbeat } })
    const object = { type: 'RECEIVER', id: receiverId, name: saved.name } as const
    // A draft is saved while it is typed: what it came to is seen when it is created.
    if (changes.length > 0 && !stored.isDraft)
      await audit(context, tx, caller, { action: 'receiver.updated', object, changes })
    const paths = pointersOf(changed)
    if (paths.length > 0) await noteHandEdit(context, tx, caller, { kind: 'receiver', id: receiverId, paths })
    return saved
  })
}

const learnedSaveOf = ({ id, heartbeat }: ReceiverRow, expectation: Expectation) => ({
  receiverId: id,
  expectation,
  stored: heartbeat && expectationOf(heartbeat.expectation),
})

/** The fields of a view that a save gives, as they are shown afterwards. */
export const fieldsAfter = (input: SaveReceiverInput) => {
  const { version: _, status: _status, expectation, otherAddresses, ...sent } = input
  return {
    ...sent,
    ...(expectation !== undefined && { expectation }),
    ...(otherAddresses && { otherAddresses: addressKeysOf(otherAddresses).map(shownAddress) }),
  }
}

/** What a save writes of the receiver's own row. */
export const receiverColumnsOf = (input: SaveReceiverInput) => {
  const { version: _, status: _status, expectation: _expectation, otherAddresses: _addresses, ...sent } = input
  const { responseHeaders, ...columns } = sent
  return { ...columns, contentType: responseHeaders['content-type'] }
}

const Template = z.object({ responseBody: SaveReceiverInput.shape.responseBody })

/** Throws the schema's errors, with those of the template beside them: a form gets all its errors at once. */
export const validateReceiver = async (
  { sandbox }: ApiContext,
  caller: Caller,
  { rejection, body }: { rejection: AppError; body: unknown },
): Promise<never> => {
  const template = Template.safeParse(body)
  if (rejection.errors === undefined || !template.success) throw rejection
  const problem = await validateTemplate(sandbox, caller, template.data.responseBody, undefined)
  throw problem === null ? rejection : invalidFields({ ...rejection.errors, responseBody: problem })
}

/**
 * From its commit on, an ACTIVE receiver takes requests and a DISABLED one takes none. Activating a draft creates it: from
 * then on it counts against the plan, which has to have room.
 */
export const setReceiverStatus = (
  context: ApiContext,
  caller: Caller,
  { receiverId, status, version, digest }: SeenReceiver & { status: ReceiverStatus },
): Promise<ReceiverView> =>
  context.db.transaction(async (tx) => {
    const { settings, now } = context
    // The account is locked before a receiver of it, as in every creation.
    const limits = await lockLimits(context, tx, caller.accountId)
    const receiver = await lockReceiver(tx, caller, receiverId)
    const view = presentReceiver(settings, receiver)
    requireVersion(receiver, { sent: version, current: () => view })
    await requireContents(tx, { kind: 'receiver', row: receiver, digest, current: () => view })
    const isCreated = receiver.isDraft && status === 'ACTIVE'
    if (isCreated) await countWithinLimit(tx, caller.accountId, limits)
    if (receiver.status !== status) {
      await tx
        .update(receivers)
        .set({
          status,
          version: receiver.version + 1,
          ...(isCreated && { isDraft: false }),
          updatedAt: new Date(now()),
        })
        .where(eq(receivers.id, receiverId))
      await setHeartbeatStatus(tx, receiverId, status)
      const changed = status === 'ACTIVE' ? 'receiver.activated' : 'receiver.deactivated'
      const action = isCreated ? 'receiver.created' : changed
      await audit(context, tx, caller, { action, object: { type: 'RECEIVER', id: receiverId, name: receiver.name } })
      await noteHandEdit(context, tx, caller, { kind: 'receiver', id: receiverId, paths: ['/state'] })
    }
    return presentReceiver(settings, await findReceiver(tx, caller, receiverId))
  })
