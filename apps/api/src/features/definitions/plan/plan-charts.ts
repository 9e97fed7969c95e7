import { uuidv7 } from '@knockwire/db/uuidv7'
import { maxCharts } from '@knockwire/domain/charts/chart'
import type { ChartDefinition } from '@knockwire/domain/definitions/definition'
import type { StoredChart } from '../stored/load-stored.ts'
import { matchItems } from './match-items.ts'
import type { DefinitionProblem, PlanScope } from './scope.ts'

export interface ChartsPlan {
  after: StoredChart[]
  saved: StoredChart[]
  deleted: string[]
  /** Names of them in changes, by their ids. */
  names: Map<string, string>
  problems: DefinitionProblem[]
}

interface OfTask {
  taskId: string
  definitions: readonly ChartDefinition[]
  stored: readonly StoredChart[]
}

export const planCharts = ({ context, nowMs }: PlanScope, { taskId, definitions, stored }: OfTask): ChartsPlan => {
  const names = new Map<string, string>()
  if (definitions.length > maxCharts) {
    const message = `A task has at most ${maxCharts} bookmarks.`
    return { after: [], saved: [], deleted: [], names, problems: [{ path: '/charts', code: 'too_many', message }] }
  }
  const { matches, unmatched, problems } = matchItems(definitions, stored, { path: '/charts', isAlike: () => true })
  const saved: StoredChart[] = []
  const after = definitions.map(({ key, name, source, property }, index) => {
    const before = matches[index] ?? null
    const row = {
      ...(before ?? { id: uuidv7(context.now()), taskId, createdAt: new Date(nowMs) }),
      key,
      name,
      source,
      property,
    }
    names.set(row.id, key ?? before?.id ?? `new-${index}`)
    const isSame =
      before?.key === key && before.name === name && before.source === source && before.property === property
    if (!isSame) saved.push(row)
    return row
  })
  return { after, saved, deleted: unmatched.map(({ id }) => id), names, problems }
}
