/** A node of `explain (analyze, format json)`. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** What `explain (analyze, format json)` returns. */
export interface PlanRow {
  'QUERY PLAN': { Plan: PlanNode }[]
}

export const planIn = ([row]: readonly PlanRow[]): PlanNode => {
  const plan = row?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows that the scans of a table have read, those that a filter removed included. */
export const rowsRead = (plan: PlanNode, table: string): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === table && node['Node Type'].includes('Scan'))
    .reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    )
