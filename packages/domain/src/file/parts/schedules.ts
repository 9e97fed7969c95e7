import type { Expectation } from '../../heartbeats/expectation.ts'
import { type CatchUp, defaultCatchUp } from '../../schedules/catch-up.ts'
import type { SchedulerInput } from '../../schedules/scheduler.ts'
import { readCondition, writeCondition } from './conditions.ts'
import { readDuration, writeDuration } from './duration.ts'
import type { FileExpectation, FileSchedule } from '../file-schema.ts'
import { FileProblem, type Path } from '../problem.ts'

const noSchedule = {
  intervalSecond: null,
  expression: null,
  timezone: null,
  oneTimeModeEpochSecond: null,
  oneTimeModeTimezone: null,
} as const

const exactlyOne = (given: readonly unknown[]) => given.filter((each) => each !== undefined).length === 1

const catchUpPolicies = { skip: 'SKIP', once: 'ONCE', all: 'ALL' } as const

const readCatchUp = ({ catchUp, catchUpWithin }: FileSchedule): CatchUp => ({
  catchUp: catchUp === undefined ? defaultCatchUp.catchUp : catchUpPolicies[catchUp],
  catchUpSecond: catchUpWithin === undefined ? defaultCatchUp.catchUpSecond : readDuration(catchUpWithin),
})

const writtenPolicies = { SKIP: 'skip', ONCE: 'once', ALL: 'all' } as const

const writeCatchUp = ({ catchUp = defaultCatchUp.catchUp, catchUpSecond = null }: SchedulerInput) => ({
  ...(catchUp === defaultCatchUp.catchUp ? {} : { catchUp: writtenPolicies[catchUp] }),
  ...(catchUpSecond === null ? {} : { catchUpWithin: writeDuration(catchUpSecond) }),
})

export const readSchedule = (schedule: FileSchedule, path: Path): SchedulerInput => ({
  ...readTimes(schedule, path),
  ...readCatchUp(schedule),
})

function readTimes({ every, cron, at, timezone }: FileSchedule, path: Path): SchedulerInput {
  if (!exactlyOne([every, cron, at])) throw new FileProblem(path, 'Write one of every, cron and at.')
  if (every !== undefined) {
    if (timezone !== undefined) throw new FileProblem([...path, 'timezone'], 'An interval has no timezone.')
    return { ...noSchedule, mode: 'INTERVAL', intervalSecond: readDuration(every) }
  }
  if (cron !== undefined) return { ...noSchedule, mode: 'CUSTOM', expression: cron, timezone: timezone ?? null }
  const atMs = Date.parse(at ?? '')
  if (atMs % 1000 !== 0) throw new FileProblem([...path, 'at'], 'Write a time of whole seconds.')
  return { ...noSchedule, mode: 'ONE_TIME', oneTimeModeEpochSecond: atMs / 1000, oneTimeModeTimezone: timezone ?? null }
}

const inZone = (timezone: string | null) => (timezone === null ? {} : { timezone })

/** What the fields of other modes say is left out. */
export const writeSchedule = (schedule: SchedulerInput): FileSchedule => ({
  ...writeTimes(schedule),
  ...writeCatchUp(schedule),
})

function writeTimes(schedule: SchedulerInput): FileSchedule {
  const { mode, intervalSecond, expression, timezone, oneTimeModeEpochSecond, oneTimeModeTimezone } = schedule
  if (mode === 'INTERVAL') return { every: writeDuration(intervalSecond ?? 0) }
  if (mode === 'CUSTOM') return { cron: expression ?? '', ...inZone(timezone) }
  const at = new Date((oneTimeModeEpochSecond ?? 0) * 1000).toISOString().replace('.000Z', 'Z')
  return { at, ...inZone(oneTimeModeTimezone) }
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const defaultGraceSeconds = 60

export function readExpectation(written: FileExpectation, path: Path): Expectation {
  const { every, cron, learned, timezone, grace, maxRun, active, countHead, successIf } = written
  if (!exactlyOne([every, cron, learned])) throw new FileProblem(path, 'Write one of every, cron and learned.')
  return {
    mode: learned ? 'LEARNED' : every === undefined ? 'CRON' : 'EVERY',
    everySeconds: every === undefined ? null : readDuration(every),
    expression: cron ?? null,
    timezone: timezone ?? null,
    graceSeconds: grace === undefined ? defaultGraceSeconds : (readDuration(grace) ?? defaultGraceSeconds),
    maxRunSeconds: maxRun === undefined ? null : readDuration(maxRun),
    activeHours: active === undefined ? null : { ...active, days: active.days.map((day) => days.indexOf(day) + 1) },
    countsHead: countHead ?? false,
    successCondition: successIf === undefined ? null : readCondition(successIf, 'request', [...path, 'successIf']),
  }
}

const modes: Readonly<Record<Expectation['mode'], (expectation: Expectation) => FileExpectation>> = {
  EVERY: ({ everySeconds }) => ({ every: writeDuration(everySeconds ?? 0) }),
  CRON: ({ expression }) => ({ cron: expression ?? '' }),
  LEARNED: () => ({ learned: true }),
}

export function writeExpectation(expectation: Expectation): FileExpectation {
  const { mode, timezone, graceSeconds, maxRunSeconds, activeHours } = expectation
  const { countsHead, successCondition } = expectation
  return {
    ...modes[mode](expectation),
    ...inZone(timezone),
    ...(graceSeconds === defaultGraceSeconds ? {} : { grace: writeDuration(graceSeconds) }),
    ...(maxRunSeconds === null ? {} : { maxRun: writeDuration(maxRunSeconds) }),
    ...(activeHours === null
      ? {}
      : { active: { ...activeHours, days: activeHours.days.flatMap((day) => days[day - 1] ?? []) } }),
    ...(countsHead ? { countHead: true } : {}),
    ...(successCondition === null ? {} : { successIf: writeCondition(successCondition) }),
  }
}
