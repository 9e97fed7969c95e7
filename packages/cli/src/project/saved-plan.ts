import { readFileSync, writeFileSync } from 'node:fs'
import { ApplyInput, type ApplyResult } from '@knockwire/domain/definitions/apply'
import { UserError } from '../cli.ts'
import type { Applying } from './ask-server.ts'

/** A plan as `knockwire plan --out` keeps it: what was compiled, with values of the environment in it, and of which revision. */
export interface SavedPlan {
  knockwirePlan: 1
  url: string
  revision: number
  applying: Applying
  changes: ApplyResult['changes']
}

/** Readable by its owner alone, since values of the environment may stand in it. */
export const savePlan = (path: string, plan: SavedPlan): void =>
  writeFileSync(path, `${JSON.stringify(plan)}\n`, { mode: 0o600 })

export function readPlan(path: string, url: string): SavedPlan {
  const plan = ((): Partial<SavedPlan> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Partial<SavedPlan>
    } catch (error) {
      throw new UserError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  })()
  const applying = ApplyInput.omit({ mode: true, expectedRevision: true }).safeParse(plan.applying)
  if (plan.knockwirePlan !== 1 || !applying.success || plan.revision === undefined || !Array.isArray(plan.changes)) {
    throw new UserError(`${path} is no plan of knockwire plan --out.`)
  }
  if (plan.url !== url) throw new UserError(`${path} is a plan for ${plan.url}, and not for ${url}.`)
  return { ...(plan as SavedPlan), applying: applying.data }
}
