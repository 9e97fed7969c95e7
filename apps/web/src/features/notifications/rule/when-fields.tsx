import '../../../theme/mantine-later-styles.ts'
import { Radio } from '@mantine/core'
import classes from './firing.module.css'

interface WhenFieldsProps {
  isMatching: boolean
  onChange: (isMatching: boolean) => void
}

/** Of which of its receiver's requests a notification tells. */
export const WhenFields = ({ isMatching, onChange }: WhenFieldsProps) => (
  <Radio.Group
    aria-label="Requests"
    name="when"
    value={isMatching ? 'REQUEST' : 'EACH_REQUEST'}
    onChange={(kind) => onChange(kind === 'REQUEST')}
  >
    <div className={classes.modes}>
      <Radio value="EACH_REQUEST" label="Each request" classNames={{ root: classes.choice ?? '' }} />
      <Radio
        value="REQUEST"
        label="Requests that match"
        description="Those that meet a condition on their method, headers or body."
        classNames={{ root: classes.choice ?? '' }}
      />
    </div>
  </Radio.Group>
)
