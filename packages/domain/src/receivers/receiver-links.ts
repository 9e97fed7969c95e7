/** Where a receiver is called. */
export const receiverUrl = (receiverOrigin: string, token: string): string => `${receiverOrigin}/r/${token}`

/** Where the dashboard shows it. */
export const receiverPagePath = (receiverId: string): string => `/dashboard/receivers/${receiverId}`

export const receiverPageUrl = (publicOrigin: string, receiverId: string): string =>
  `${publicOrigin}${receiverPagePath(receiverId)}`
