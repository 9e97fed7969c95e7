import type { Database } from '@knockwire/db/client'
import { checkReadiness } from '@knockwire/db/readiness'
import { BadSettings } from '@knockwire/services/settings/bad-settings'

/** A command of the operator's changes rows, never the schema. @throws BadSettings where the database is not of this version */
export const requireMigrated = async (db: Database): Promise<void> => {
  const readiness = await checkReadiness(db)
  if (readiness.isReady) return
  const remedy =
    'Start this version or run its migration (node apps/api/dist/migrate.js), or use the command of the version that runs.'
  throw new BadSettings(`${readiness.reason} ${remedy}`)
}
