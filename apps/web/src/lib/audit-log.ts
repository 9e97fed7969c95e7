/** The audit log of one task or receiver, which its owners see. */
export const auditLogOf = (objectId: string): string => `/dashboard/account/audit-log?object=${objectId}`
