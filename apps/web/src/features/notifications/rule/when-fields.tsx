import '../../../theme/mantine-later-styles.ts'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type { When } from '@knockwire/domain/notifications/when'
import { Radio } from '@mantine/core'
import { optionOf } from '../../../lib/format/options.ts'
import classes from './firing.module.css'
import { heartbeatWords } from './heartbeat-words.ts'

const kinds = ['EACH_REQUEST', 'REQUEST', 'HEARTBEAT'] as const

interface WhenFieldsProps {
  kind: When['kind']
  /** How the receiver expects calls, as its page's form shows it; null where it expects none. */
  expectationMode: Expectation['mode'] | null
  onChange: (kind: When['kind']) => void
}

/** What of its receiver a notification tells of: which of its requests, or calls that do not come. */
export const WhenFields = ({ kind, expectationMode, onChange }: WhenFieldsProps) => (
  <Radio.Group aria-label="Requests" name="when" value={kind} onChange={(chosen) => onChange(optionOf(kinds, chosen))}>
    <div className={classes.modes}>
      <Radio value="EACH_REQUEST" label="Each request" classNames={{ root: classes.choice ?? '' }} />
      <Radio
        value="REQUEST"
        label="Requests that match"
        description="Those that meet a condition on their method, headers or body."
        classNames={{ root: classes.choice ?? '' }}
      />
      <Radio
        value="HEARTBEAT"
        label={heartbeatWords(expectationMode).choice}
        description={
          expectationMode
            ? heartbeatWords(expectationMode).choiceHint
            : 'First switch on “Expect calls” in the receiver’s settings.'
        }
        disabled={expectationMode === null && kind !== 'HEARTBEAT'}
        classNames={{ root: classes.choice ?? '' }}
      />
    </div>
  </Radio.Group>
)
