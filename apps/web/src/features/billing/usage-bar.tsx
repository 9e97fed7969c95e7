import { Progress } from '@mantine/core'
import classes from './billing.module.css'

interface UsageBarProps {
  /** What is counted, for those who do not see the row's heading. */
  label: string
  used: number
  limit: number
  /** "3 of 20 today" */
  text: string
}

/** From here on it is worth saying that little is left. */
const nearlyFull = 0.8

export function UsageBar({ label, used, limit, text }: UsageBarProps) {
  const part = limit === 0 ? 0 : Math.min(1, used / limit)
  const isUsedUp = used >= limit && limit > 0
  const tone = isUsedUp ? 'bad' : part >= nearlyFull ? 'warn' : 'ok'
  return (
    <div className={classes.usage} data-tone={tone}>
      <Progress.Root size={8} className={classes.bar ?? ''}>
        <Progress.Section value={part * 100} color={barColors[tone]} aria-label={`${label}: ${text}`} />
      </Progress.Root>
      <span className={classes.usageText}>
        {text}
        {isUsedUp && <strong className={classes.usedUp}> · limit reached</strong>}
      </span>
    </div>
  )
}

const barColors = { ok: 'var(--kw-accent)', warn: 'var(--kw-warn)', bad: 'var(--kw-bad)' } as const
