import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { PlannedRunsView } from '@knockwire/domain/schedules/missed-runs'
import { exactNumber } from '../../../lib/format/format.ts'

/** "Of 1,440 executions in the last 30 days, half started within 9 ms of their time, and 99% within 38 ms." */
export const lagWords = ({ runs, p50Ms, p99Ms }: NonNullable<PlannedRunsView['lag']>): string =>
  runs === 1
    ? `The only execution in the last 30 days started within ${milliseconds(p50Ms)} of its time.`
    : `Of ${exactNumber(runs)} executions in the last 30 days, half started within ${milliseconds(p50Ms)} of their time, and 99% within ${milliseconds(p99Ms)}.`
