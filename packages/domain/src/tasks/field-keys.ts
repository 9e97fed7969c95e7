import type { FieldKeyOf } from '../errors.ts'
import { requestFieldKeyOf } from '../requests/field-keys.ts'

const keys: Record<string, string> = {
  name: 'name',
  'scheduler.intervalSecond': 'intervalSecond',
  'scheduler.expression': 'cronExpression',
  'scheduler.timezone': 'timezone',
  'scheduler.oneTimeModeEpochSecond': 'oneTimeModeEpochSecond',
  'scheduler.oneTimeModeTimezone': 'oneTimeModeTimezone',
  completion: 'completion',
  'completion.withinSeconds': 'completion',
  'scheduler.catchUp': 'catchUp',
  'scheduler.catchUpSecond': 'catchUpSecond',
}

/** By the specification's keys, of a task's name, schedule and request. */
export const taskFieldKeyOf: FieldKeyOf = (path) => keys[path.join('.')] ?? requestFieldKeyOf(path)
