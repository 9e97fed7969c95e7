import { z } from 'zod'
import { Id } from '../id.ts'
import { ReceiverDefinition, TaskDefinition } from './definition.ts'
import { Key, ProjectName, SecretName } from './key.ts'

export const mostResources = 1000
/** Of the body of a call, in bytes. */
export const longestApply = 5 * 1024 * 1024

export const ResourceKind = z.enum(['task', 'receiver'])
export type ResourceKind = z.infer<typeof ResourceKind>

/** A task or receiver of a file, whole. */
export const Resource = z.discriminatedUnion('kind', [
  TaskDefinition.extend({ kind: z.literal('task'), key: Key }),
  ReceiverDefinition.extend({ kind: z.literal('receiver'), key: Key }),
])
export type Resource = z.infer<typeof Resource>

/** What becomes of objects of the project that the file has no more. `none`: they stay, and the plan names them. */
export const Prune = z.enum(['none', 'pause', 'delete'])
export type Prune = z.infer<typeof Prune>

export const ApplyInput = z.strictObject({
  project: ProjectName,
  mode: z.enum(['plan', 'apply']),
  /** The revision that the plan was made of: where the project has another one, nothing is applied (412). */
  expectedRevision: z.number().int().min(0).optional(),
  prune: Prune.default('none'),
  /** The name of the file, shown with what it manages. */
  source: z.string().max(256).nullable().default(null),
  /** Values to store, by their names, as PUT /secrets/{name} does. */
  secrets: z.record(SecretName, z.string().min(1).max(4096)).default({}),
  resources: z.array(Resource).max(mostResources),
  /** Keys that were renamed: the object keeps its history. */
  moved: z
    .array(z.strictObject({ kind: ResourceKind, from: Key, to: Key }))
    .max(mostResources)
    .default([]),
  /** Keys that the file has no more: with `keep`, the object stays and is managed by hand from then on. */
  removed: z
    .array(z.strictObject({ kind: ResourceKind, key: Key, keep: z.boolean().default(false) }))
    .max(mostResources)
    .default([]),
})
export type ApplyInput = z.infer<typeof ApplyInput>

/**
 * create, update, same: of what the file has. move: it has another key from then on (with the fields that change besides). adopt: an
 * object by that key was made by hand. pause, delete: the file has it no more. release: it stays, and is managed by hand. orphan: the
 * file has it no more, and nothing happens to it.
 */
export const ChangeOp = z.enum(['create', 'update', 'same', 'move', 'adopt', 'pause', 'delete', 'release', 'orphan'])
export type ChangeOp = z.infer<typeof ChangeOp>

export const Change = z.object({
  kind: ResourceKind,
  key: Key,
  op: ChangeOp,
  /** Null for what a plan would create. */
  id: Id.nullable(),
  /**
   * `path`: a JSON Pointer (RFC 6901) within the resource, in which an item of `notifications` or `charts` is named by its key, or by its
   * id where it has none. `from` or `to` is null where there is nothing. Secrets are masked.
   */
  fields: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
  /** Paths of values that change and are never shown. */
  secretsChanged: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type Change = z.infer<typeof Change>

/** Why nothing was, or would be, applied. */
export const ApplyProblem = z.object({
  kind: ResourceKind.nullable(),
  key: z.string().nullable(),
  /** A JSON Pointer within the resource as it was sent, or within the call where `kind` is null. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
})
export type ApplyProblem = z.infer<typeof ApplyProblem>

export const ApplyResult = z.object({
  project: ProjectName,
  /** Of the project, after an apply. Each apply and each edit by hand of something managed raises it. */
  revision: z.number().int(),
  /** How many changes there are of each kind. */
  summary: z.record(ChangeOp, z.number().int()),
  changes: z.array(Change),
  problems: z.array(ApplyProblem),
  /** How many the account would have, and may have. */
  limits: z.object({
    tasks: z.object({ used: z.number().int(), limit: z.number().int() }),
    receivers: z.object({ used: z.number().int(), limit: z.number().int() }),
  }),
})
export type ApplyResult = z.infer<typeof ApplyResult>

/** A project, and what of it was edited by hand since it was applied last. */
export const ProjectView = z.object({
  project: ProjectName,
  revision: z.number().int(),
  source: z.string().nullable(),
  tasks: z.number().int(),
  receivers: z.number().int(),
  appliedAt: z.iso.datetime().nullable(),
  drift: z.array(
    z.object({ kind: ResourceKind, key: Key, id: Id, editedAt: z.iso.datetime(), paths: z.array(z.string()) }),
  ),
})
export type ProjectView = z.infer<typeof ProjectView>

/** Never with its value. `usedBy`: keys or ids of what has `${secret:NAME}`. */
export const SecretView = z.object({
  name: SecretName,
  updatedAt: z.iso.datetime(),
  usedBy: z.array(z.object({ kind: ResourceKind, id: Id, key: Key.nullable(), name: z.string().nullable() })),
})
export type SecretView = z.infer<typeof SecretView>
