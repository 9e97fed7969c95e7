export const taskSortKeys = ['createdAt', 'lastOpenedAt', 'name'] as const

/** FAILING, beside one of the others: its last execution failed or was answered with an error, or that is why it was disabled. */
export const taskStates = ['FAILING', 'ACTIVE', 'DISABLED'] as const
