import { StatusDot } from '../../../components/ui/status-dot.tsx'
import classes from './preview.module.css'
import type { Preview } from './use-preview.ts'

const words = {
  met: { tone: 'ok', text: 'It holds for the newest execution' },
  unmet: { tone: 'idle', text: 'It does not hold for the newest execution' },
  invalid: { tone: 'warn', text: 'It could not be decided for the newest execution' },
} as const

/** Whether the condition holds as it stands, and why. */
export function ConditionVerdict({ preview }: { preview: Preview }) {
  const verdict = preview.data?.verdict
  if (!verdict) return null
  const { tone, text } = words[verdict.kind]
  return (
    <div className={classes.verdict}>
      <StatusDot withLabel tone={tone} label={text} />
      <ul className={classes.reasons}>
        {verdict.reasons.map((reason, index) => (
          <li key={index}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}
