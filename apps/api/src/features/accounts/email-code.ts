import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { codeRules } from '@knockwire/domain/accounts/credentials'
import type { Settings } from '../../settings.ts'

export const newCode = () => String(randomInt(10 ** codeRules.digits)).padStart(codeRules.digits, '0')

interface Code {
  accountId: string
  address: string
  code: string
}

/** Keyed, since the million plain hashes of six digits are made in a second. */
export const hashCode = ({ keyring }: Settings, { accountId, address, code }: Code): string => {
  const key = keyring.keys[keyring.current]
  if (key === undefined) throw new Error('The keyring has no current key.')
  return createHmac('sha256', key).update(`email code\n${accountId}\n${address}\n${code}`).digest('hex')
}

export const isSameHash = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
