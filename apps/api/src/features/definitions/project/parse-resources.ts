import { type ApplyProblem, Resource, ResourceKind } from '@knockwire/domain/definitions/apply'
import { pointer } from '@knockwire/domain/definitions/compare'
import { z } from 'zod'
import type { ParsedResource } from '../plan/plan-project.ts'

export interface ParsedResources {
  resources: ParsedResource[]
  problems: ApplyProblem[]
}

const Named = z.object({ kind: ResourceKind.nullable().catch(null), key: z.string().max(200).nullable().catch(null) })

/** Each on its own, so that one that its schema refuses keeps back no problem of another. */
export const parseResources = (sent: readonly unknown[]): ParsedResources => {
  const resources: ParsedResource[] = []
  const problems: ApplyProblem[] = []
  for (const [index, one] of sent.entries()) {
    const parsed = Resource.safeParse(one)
    if (parsed.success) resources.push(toParsed(parsed.data, index))
    else problems.push(...problemsOf(parsed.error, one, index))
  }
  return { resources, problems }
}

export const parsedResources = (resources: readonly Resource[]): ParsedResources => ({
  resources: resources.map(toParsed),
  problems: [],
})

const toParsed = (resource: Resource, index: number): ParsedResource => {
  const { kind: _, ...definition } = resource
  return { index, kind: resource.kind, key: resource.key, definition } as ParsedResource
}

/** By its kind and key, where these can be read; otherwise by its place in the call. */
const problemsOf = ({ issues }: z.ZodError, sent: unknown, index: number): ApplyProblem[] => {
  const named = Named.safeParse(sent)
  const { kind = null, key = null } = named.success ? named.data : {}
  const isNamed = kind !== null && key !== null
  return issues.flatMap((issue) => {
    const names = issue.path.map(String)
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((name) => [...names, name]) : [names]
    return paths.map((path) => ({
      kind: isNamed ? kind : null,
      key: isNamed ? key : null,
      path: isNamed ? pointer(...path) : pointer('resources', String(index), ...path),
      code: issue.code,
      message: issue.message,
    }))
  })
}
