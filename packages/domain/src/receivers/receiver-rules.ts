export const receiverStatuses = ['ACTIVE', 'DISABLED'] as const

/** For so many days the requests are counted that a receiver rejected. */
export const rejectionDays = 7

/** A request by any other method is answered with 405 and not recorded. */
export const receivedMethods = ['GET', 'HEAD', 'POST'] as const
export type ReceivedMethod = (typeof receivedMethods)[number]
