/** Whether a query has been answered once, or has failed: what waits for it waits no longer, though it is retried. */
export const hasSettled = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  !isPending || failureCount > 0
