import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { Group, Text } from '@mantine/core'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import classes from './executions.module.css'

interface Segment {
  name: string
  ms: number
  color: string
}

const segmentsOf = ({ timing }: ExecutionView): Segment[] => {
  if (!timing) return []
  const connect = timing.connectMs ?? 0
  const firstByte = timing.firstByteMs ?? timing.totalMs
  return [
    { name: 'Connect', ms: connect, color: 'var(--kw-idle)' },
    {
      name: 'Waiting (TTFB)',
      ms: Math.max(0, firstByte - connect),
      color: 'var(--kw-accent)',
    },
    { name: 'Download', ms: Math.max(0, timing.totalMs - firstByte), color: 'var(--kw-ink)' },
  ].filter((segment) => segment.ms > 0)
}

/** Where the time of a call went. */
export const TimingBar = ({ execution }: { execution: ExecutionView }) => {
  const segments = segmentsOf(execution)
  const total = segments.reduce((sum, segment) => sum + segment.ms, 0)
  if (total === 0) return null
  return (
    <div>
      <div
        className={classes.timing}
        role="img"
        aria-label={`Timing: ${segments.map(({ name, ms }) => `${name} ${milliseconds(ms)}`).join(', ')}`}
      >
        {segments.map((segment) => (
          <Tooltip key={segment.name} label={`${segment.name}: ${milliseconds(segment.ms)}`}>
            <div style={{ flexGrow: segment.ms / total, background: segment.color }} />
          </Tooltip>
        ))}
      </div>
      <Group gap="md" mt={4}>
        {segments.map((segment) => (
          <Text key={segment.name} size="xs" c="dimmed">
            <span className={classes.timingKey} style={{ background: segment.color }} aria-hidden />
            {segment.name} {milliseconds(segment.ms)}
          </Text>
        ))}
      </Group>
    </div>
  )
}
