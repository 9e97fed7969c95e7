import { z } from 'zod'

/**
 * What a member may do. OWNER: all, with billing, members and the account's deletion. EDITOR: all objects. VIEWER: reads, and
 * never a secret.
 */
export const Role = z.enum(['OWNER', 'EDITOR', 'VIEWER'])
export type Role = z.infer<typeof Role>

const rank: Record<Role, number> = { VIEWER: 0, EDITOR: 1, OWNER: 2 }

/** Whether somebody of this role may do what needs that one. */
export const hasRole = (role: Role, needed: Role): boolean => rank[role] >= rank[needed]
