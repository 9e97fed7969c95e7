export const taskSortKeys = ['createdAt', 'lastOpenedAt', 'name'] as const

/**
 * Each task is ACTIVE or DISABLED. Beside that, FAILING: its last execution failed or was answered with an error, or that is why it was
 * disabled. LATE: its execution is due, and has not begun.
 */
export const taskStates = ['FAILING', 'LATE', 'ACTIVE', 'DISABLED'] as const

/** How long an execution is due before its task is late: longer than dispatch needs where everything works. */
export const lateAfterSeconds = 60
