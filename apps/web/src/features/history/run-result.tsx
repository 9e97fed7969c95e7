import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLoader } from '@tabler/icons-react'
import type { ExecutionView } from '@knockwire/domain/executions/execution'

const look = (execution: ExecutionView) => {
  if (execution.status === 'FAILED')
    return { Icon: IconCircleX, color: 'var(--mantine-color-red-text)', word: 'Failed' }
  if (execution.status === 'RUNNING') return { Icon: IconLoader, color: 'var(--mantine-color-dimmed)', word: 'Running' }
  if (execution.status === 'QUEUED') return { Icon: IconLoader, color: 'var(--mantine-color-dimmed)', word: 'Queued' }
  const isError = (execution.response?.statusCode ?? 0) >= 400
  return isError
    ? { Icon: IconAlertTriangle, color: 'var(--mantine-color-yellow-text)', word: 'HTTP error' }
    : { Icon: IconCircleCheck, color: 'var(--mantine-color-green-text)', word: 'Succeeded' }
}

/** How a run went: a shape, a colour and a word. Of a SUCCEEDED run, where an answer came, the word says whether it was an error. */
export const RunResult = ({ execution }: { execution: ExecutionView }) => {
  const { Icon, color, word } = look(execution)
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={color} style={{ flex: 'none' }} aria-hidden />
      <span>
        {word}{' '}
        {execution.trigger === 'TEST' && (
          <Text span size="xs" c="dimmed">
            test
          </Text>
        )}
      </span>
    </Group>
  )
}
