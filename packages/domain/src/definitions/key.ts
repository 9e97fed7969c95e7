import { z } from 'zod'

/** What a file or a program calls an object: unique in its account, and the same however the object is renamed. */
export const Key = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,127}$/,
    'A key begins with a letter or digit and has at most 128 of a-z, 0-9, dots, underscores and hyphens.',
  )

/** A group of objects that one file manages. */
export const ProjectName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    'A project begins with a letter or digit and has at most 64 of a-z, 0-9 and hyphens.',
  )

/** As in `${secret:NAME}`. */
export const SecretName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    'A secret’s name begins with a letter or underscore and has at most 64 letters, digits and underscores.',
  )

export const mostLabels = 20

const labelName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/, 'A label’s name has at most 63 characters.')

export const Labels = z
  .record(labelName, z.string().max(128))
  .refine((labels) => Object.keys(labels).length <= mostLabels, `At most ${mostLabels} labels.`)
export type Labels = z.infer<typeof Labels>

/** Markdown, shown with the object. */
export const Description = z.string().max(10_000)

/** Which file an object is managed by. `source`: the file’s name, as its user knows it. */
export const ManagedBy = z.object({ project: ProjectName, source: z.string().max(256).nullable() })
export type ManagedBy = z.infer<typeof ManagedBy>

/** As a definition says it: PAUSED is a task or receiver that is not active. */
export const DefinedState = z.enum(['ACTIVE', 'PAUSED'])
export type DefinedState = z.infer<typeof DefinedState>
