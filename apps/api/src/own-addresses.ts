import type { DeniedAddress } from '@knockwire/outbound/policy'
import type { Settings } from './settings.ts'

/** What no task may call, whatever ranges are open: the database that the server itself runs on. */
export const ownAddresses = ({ databaseUrl }: Settings): DeniedAddress[] => {
  const { hostname, port } = new URL(databaseUrl)
  return [{ address: hostname, port: Number(port || 5432) }]
}
