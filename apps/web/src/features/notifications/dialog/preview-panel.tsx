import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { StatusDot } from '../../../components/ui/feedback/status-dot.tsx'
import type { ChannelForm } from '../channels/channel.ts'
import { channels } from '../channels/registry.ts'
import { PreviewHint } from '../channels/rendered-text.tsx'
import type { NotificationPreview } from '../notification-queries.ts'
import { kindOf, type NotificationOwner } from '../owner.ts'
import { heartbeatWords } from '../rule/heartbeat-words.ts'
import classes from './preview-panel.module.css'

interface PreviewPanelProps {
  owner: NotificationOwner
  /** It tells of a heartbeat, of which an example is shown. */
  isOfHeartbeat: boolean
  action: ChannelForm
  preview: NotificationPreview
}

/** The message as it would read now. */
export function PreviewPanel({ owner, isOfHeartbeat, action, preview }: PreviewPanelProps) {
  const titleId = useId()
  const { newest, example: noneYet } = kindOf(owner).previewOf
  const example = isOfHeartbeat ? heartbeatWords(owner.expectationMode).example : noneYet
  const { Preview } = channels[action.type]
  return (
    <section aria-labelledby={titleId} className={classes.panel} aria-busy={preview.isFetching}>
      <h4 id={titleId} className={classes.title}>
        Preview
      </h4>
      <PreviewHint>{preview.isError ? unavailable : preview.data?.subjectId === null ? example : newest}</PreviewHint>
      {preview.data ? (
        <Preview form={action} texts={preview.data.texts} />
      ) : (
        !preview.isError && <Skeleton height={120} radius="md" />
      )}
      {preview.isError && (
        <Button variant="default" mt="sm" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      )}
    </section>
  )
}

const unavailable = 'The preview isn’t available right now. You can still save.'

const verdicts = {
  met: { tone: 'ok', label: 'Met by the latest' },
  unmet: { tone: 'idle', label: 'Not met by the latest' },
  invalid: { tone: 'warn', label: 'Couldn’t be checked against the latest' },
} as const

const checking = { tone: 'idle', label: 'Checking against the latest' } as const

const events = { task: 'execution', receiver: 'request' } as const

/** Whether the newest execution or request meets the condition, and why. */
export function ConditionVerdict({ owner, preview }: Pick<PreviewPanelProps, 'owner' | 'preview'>) {
  if (preview.isError) return <Verdict tone="warn" label="The condition can’t be checked right now" />
  const verdict = preview.data?.verdict
  if (!verdict) return null
  const { tone, label } = preview.isVerdictOld ? checking : verdicts[verdict.kind]
  return (
    <Verdict tone={tone} label={`${label} ${events[owner.kind]}`} isOld={preview.isVerdictOld}>
      <ul className={classes.reasons}>
        {verdict.reasons.map((reason, index) => (
          <li key={index}>
            {index > 0 && verdict.alternatives?.[index] !== verdict.alternatives?.[index - 1] && (
              <span className={classes.or}>or</span>
            )}
            {verdict.reasons.length > 1 && <Mark isMet={verdict.reasonsMet[index] === true} />}
            {reason}
          </li>
        ))}
      </ul>
    </Verdict>
  )
}

interface VerdictProps {
  tone: 'ok' | 'idle' | 'warn'
  label: string
  /** What is below is about an earlier condition, and keeps its place until the answer comes. */
  isOld?: boolean
  children?: ReactNode
}

const Verdict = ({ tone, label, isOld = false, children }: VerdictProps) => (
  <div className={classes.verdict} aria-busy={isOld}>
    <StatusDot withLabel tone={tone} label={label} />
    {children}
  </div>
)

/** Which of several conditions is not met. */
const Mark = ({ isMet }: { isMet: boolean }) => {
  const Icon = isMet ? IconCheck : IconX
  return (
    <Icon size={14} role="img" aria-label={isMet ? 'Met:' : 'Not met:'} className={classes.mark} data-met={isMet} />
  )
}
