import type { Transaction } from '@knockwire/db/client'
import { receiverAddresses } from '@knockwire/db/schema/receivers'
import { type FieldErrors, invalidFields } from '@knockwire/domain/errors'
import { addressKeyOf, shownAddress } from '@knockwire/domain/heartbeats/signals/other-addresses'
import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'

/** By what a receiver is found at these addresses; throws where one is of no service that is known. */
export const addressKeysOf = (addresses: readonly string[]): string[] => {
  const keys = addresses.map((address) => addressKeyOf(address.trim()))
  const unknown = addresses.filter((_, index) => keys[index] === null)
  const [first] = unknown
  if (first !== undefined)
    throw invalidFields({
      otherAddresses: `“${first}” is not an address of Healthchecks, Uptime Kuma or Cronitor that calls are sent to.`,
    })
  return [...new Set(keys.filter((key) => key !== null))].toSorted()
}

/** Why a receiver cannot have these addresses; empty where it can. */
export const checkAddresses = async (
  tx: Transaction,
  receiverId: string,
  keys: readonly string[],
): Promise<FieldErrors> => {
  if (keys.length === 0) return {}
  const [taken] = await tx
    .select({ address: receiverAddresses.address })
    .from(receiverAddresses)
    .where(and(inArray(receiverAddresses.address, [...keys]), ne(receiverAddresses.receiverId, receiverId)))
  return taken === undefined ? {} : takenError(taken.address)
}

const takenError = (address: string): FieldErrors => ({
  otherAddresses: `Another receiver has the address ${shownAddress(address)}.`,
})

/** The receiver is reached at these addresses alone, beside its own. Each reaches one receiver. */
export const saveAddresses = async (tx: Transaction, receiverId: string, keys: readonly string[]): Promise<void> => {
  const isOwn = eq(receiverAddresses.receiverId, receiverId)
  await tx
    .delete(receiverAddresses)
    .where(keys.length === 0 ? isOwn : and(isOwn, notInArray(receiverAddresses.address, [...keys])))
  for (const address of keys) {
    await tx.insert(receiverAddresses).values({ address, receiverId }).onConflictDoNothing()
    const [stored] = await tx.select().from(receiverAddresses).where(eq(receiverAddresses.address, address))
    if (stored?.receiverId !== receiverId) throw invalidFields(takenError(address))
  }
}
