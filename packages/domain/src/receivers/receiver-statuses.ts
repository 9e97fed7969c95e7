export const receiverStatuses = ['ACTIVE', 'DISABLED'] as const
