/** An invitation's link works for so long, and once. */
export const invitationRules = { lifetimeDays: 7, membersAndInvitations: 100 } as const
