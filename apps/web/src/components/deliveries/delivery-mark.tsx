import type { DeliveryStatus } from '@knockwire/domain/notifications/deliveries/delivery'
import { summarizeDeliveries } from '@knockwire/domain/notifications/deliveries/delivery-status'
import { IconBellCheck, IconBellExclamation, IconBellOff, IconBellRinging, IconBellX } from '@tabler/icons-react'
import { Tooltip } from '../overlays/tooltip.tsx'
import classes from './deliveries.module.css'

const icons = {
  FAILED: IconBellX,
  LIMIT_EXCEEDED: IconBellExclamation,
  MUTED: IconBellOff,
  PENDING: IconBellRinging,
  DELIVERED: IconBellCheck,
} satisfies Record<DeliveryStatus, unknown>

/** What became of a row's notifications, so that nobody must open it to see that one failed. As wide where there were none. */
export function DeliveryMark({ results }: { results: readonly { status: DeliveryStatus }[] }) {
  const summary = summarizeDeliveries(results)
  if (summary === null) return <span className={classes.mark} />
  const { worst, label } = summary
  const Icon = icons[worst]
  return (
    <Tooltip label={label} position="left">
      <span role="img" aria-label={label} className={classes.mark} data-status={worst}>
        <Icon size={18} aria-hidden />
      </span>
    </Tooltip>
  )
}
