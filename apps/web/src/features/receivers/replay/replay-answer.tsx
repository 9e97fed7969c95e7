import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { ReplayView } from '@knockwire/domain/receivers/replay'
import { Stack, Text } from '@mantine/core'
import { HeadersTable } from '../../../components/inspect/headers-table.tsx'
import { Part } from '../../../components/inspect/part.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { milliseconds } from '../../../lib/format.ts'
import { ReceivedBodyView } from '../history/received-body-view.tsx'
import classes from './replay.module.css'

/** What came back, or why nothing did. */
export function ReplayAnswer({ answer }: { answer: ReplayView }) {
  if (answer.kind === 'failure') {
    return (
      <Stack gap="xs" className={classes.answer}>
        <Outcome tone="bad" label="No answer" ms={answer.responseTimeMs} />
        <Text size="sm">{answer.message}</Text>
      </Stack>
    )
  }
  return (
    <Stack gap="sm" className={classes.answer}>
      <Outcome
        tone={answer.statusCode < 400 ? 'ok' : 'warn'}
        label={`Answered ${answer.statusCode}`}
        ms={answer.responseTimeMs}
      />
      <Part title="Response Headers">
        <HeadersTable label="Response headers" headers={answer.headers} />
      </Part>
      <Part title="Response Body">
        <ReceivedBodyView
          label="Response body"
          body={answer.body}
          contentType={contentTypeOf(answer.headers) ?? ''}
          isTruncated={answer.isTruncated}
        />
      </Part>
    </Stack>
  )
}

const Outcome = ({ tone, label, ms }: { tone: 'ok' | 'warn' | 'bad'; label: string; ms: number }) => (
  <div className={classes.outcome}>
    <StatusDot withLabel tone={tone} label={label} />
    <Text span size="sm" c="dimmed">
      {milliseconds(ms)}
    </Text>
  </div>
)
