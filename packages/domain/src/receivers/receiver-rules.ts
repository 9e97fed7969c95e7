export const receiverStatuses = ['ACTIVE', 'DISABLED'] as const

/** A request by any other method is answered with 405 and not recorded. */
export const receivedMethods = ['GET', 'HEAD', 'POST'] as const
export type ReceivedMethod = (typeof receivedMethods)[number]
