import type { z } from 'zod'
import { issueMessage } from '../../schema-errors/zod-issues.ts'
import type { FileProblemAt, Path } from '../problem.ts'

type Issue = z.core.$ZodIssue

const pathOf = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === 'number' ? part : String(part)))

const depthOf = (issues: readonly Issue[]): number =>
  Math.max(...issues.map(({ path, code }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1)))

/** Of a choice between forms, what is wrong with the one that was meant: the one that could be read furthest. */
const branchOf = (errors: readonly Issue[][]): Issue[] => {
  const [first = [], ...others] = errors.filter((issues) => issues.length > 0)
  return others.reduce((best, issues) => (depthOf(issues) > depthOf(best) ? issues : best), first)
}

const own = (message: string) => !/^(Invalid|Unrecognized|Too|Expected)/.test(message)

/** One problem a field, at the field. */
export function problemsOf(issues: readonly Issue[], above: Path = []): FileProblemAt[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...pathOf(issue.path)]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return problemsOf(branchOf(issue.errors), path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key], message: `There is no field ${key} here.` }))
    }
    if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }]
    const message = own(issue.message) ? issue.message : (issueMessage(issue as z.core.$ZodRawIssue) ?? issue.message)
    return [{ path, message }]
  })
}
