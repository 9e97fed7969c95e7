/** How many items a page of each list has unless the caller says otherwise. */
export const pageSizes = { tasks: 10, taskHistory: 10, receivers: 10, receiverHistory: 20 } as const
