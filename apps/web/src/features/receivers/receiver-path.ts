export const receiversPath = '/dashboard/receivers'

export const receiverPath = (receiverId: string) => `${receiversPath}/${receiverId}`

export const receiverHistoryPath = (receiverId: string) => `${receiverPath(receiverId)}/executions`
