import type { FieldKeyOf } from '../../plugins/route-config.ts'
import { requestFieldKeyOf } from '../requests/field-keys.ts'

const keys: Record<string, string> = {
  name: 'name',
  'scheduler.intervalSecond': 'intervalSecond',
  'scheduler.expression': 'cronExpression',
  'scheduler.timezone': 'timezone',
  'scheduler.oneTimeModeEpochSecond': 'oneTimeModeEpochSecond',
  'scheduler.oneTimeModeTimezone': 'oneTimeModeTimezone',
}

export const taskFieldKeyOf: FieldKeyOf = (path) => keys[path.join('.')] ?? requestFieldKeyOf(path)
