import { Skeleton, Stack, Text } from '@mantine/core'

/** The final shape of the page, so that nothing jumps. */
export const ExecutionHistorySkeleton = () => (
  <Stack gap="md" aria-busy>
    <Text role="status" size="sm" c="dimmed">
      Loading task execution history...
    </Text>
    <Skeleton height={36} width={220} />
    <Skeleton height={240} />
    {Array.from({ length: 5 }, (_, row) => (
      <Skeleton key={row} height={32} />
    ))}
  </Stack>
)
