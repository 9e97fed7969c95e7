import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { HistoryButton, ReceiverName, ReceiverState, ReceiverUrl } from './receiver-cells.tsx'
import classes from './receiver-list.module.css'

/** The table's rows on a phone. */
export function ReceiverCards({ receivers }: { receivers: readonly ReceiverView[] }) {
  return (
    <ul className={classes.cards} aria-label="Receivers">
      {receivers.map((receiver) => (
        <li key={receiver.id} className={classes.card}>
          <ReceiverName receiver={receiver} />
          <ReceiverUrl receiver={receiver} />
          <div className={classes.cardRow}>
            <ReceiverState receiver={receiver} />
            <HistoryButton receiver={receiver} />
          </div>
        </li>
      ))}
    </ul>
  )
}
