import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import type { ReplayView } from '@knockwire/domain/receivers/replay'
import { Stack, Text } from '@mantine/core'
import { BodyView } from '../../../../components/inspect/body-view.tsx'
import { HeadersTable } from '../../../../components/inspect/headers-table.tsx'
import { LabeledSection } from '../../../../components/ui/layout/panel.tsx'
import { StatusDot } from '../../../../components/ui/feedback/status-dot.tsx'
import classes from './replay.module.css'

/** Whether there was a response, or why there was none: all that is announced of it. */
export function ReplayOutcome({ response }: { response: ReplayView }) {
  if (response.kind === 'failure') {
    return (
      <Stack gap="xs" className={classes.response}>
        <Outcome tone="bad" label="No response" ms={response.responseTimeMs} />
        <Text size="sm">{response.message}</Text>
      </Stack>
    )
  }
  return (
    <div className={classes.response}>
      <Outcome
        tone={response.statusCode < 400 ? 'ok' : 'warn'}
        label={`Response ${response.statusCode}`}
        ms={response.responseTimeMs}
      />
    </div>
  )
}

/** Its headers and its body. */
export function ReplayResponse({ response }: { response: Extract<ReplayView, { kind: 'response' }> }) {
  return (
    <Stack gap="sm">
      <LabeledSection title="Response Headers">
        <HeadersTable label="Response headers" headers={response.headers} />
      </LabeledSection>
      <LabeledSection title="Response Body">
        <BodyView label="Response body" body={response.body} contentType={contentTypeOf(response.headers) ?? ''} />
      </LabeledSection>
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
