export const notificationLimits = { perTask: 20, perReceiver: 10 } as const

/** Tasks that one call copies a notification to. */
export const mostCopies = 1000
