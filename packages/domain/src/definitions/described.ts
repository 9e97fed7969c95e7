import { z } from 'zod'
import { Timestamp } from '../id.ts'

/** What every task and receiver shows of its definition. `key` and `managedBy` are null for one that was made by hand. */
export const describedViews = {
  key: z.string().nullable(),
  /** Markdown. */
  description: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  /** The project, the name of its file as its user knows it, and when it was edited by hand since it was applied; null: not since. */
  managedBy: z
    .object({ project: z.string(), source: z.string().nullable(), editedAt: Timestamp.nullable() })
    .nullable(),
}

/** The key of a notification or bookmark, unique within its task or receiver; null for one that was made by hand. */
export const keyView = { key: z.string().nullable() }
