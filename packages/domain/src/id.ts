import { z } from 'zod'

/** Ids are UUIDv7: newest-first is then an index order. */
export const Id = z.uuid()
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()
export type Timestamp = z.infer<typeof Timestamp>
