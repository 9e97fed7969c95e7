import type { Figure } from '../report.ts'
import type { Demand } from './demand.ts'
import type { ExecutorsMeasured } from './executors.ts'
import type { ProcessesMeasured } from './processes.ts'
import type { ReplicaMeasured } from './replica.ts'

const none = (what: string, value: number): Figure => ({ what, value, unit: '', atMost: 0 })
const exactly = (what: string, value: number, requested: number): Figure => ({
  what,
  value,
  unit: '',
  ...(value > requested ? { atMost: requested } : { atLeast: requested }),
})

const ofDemand = (demand: Demand): Figure[] => [
  { what: 'runs that schedules demanded', value: demand.demanded, unit: '' },
  none('demanded and not recorded', demand.missing),
  none('recorded and not demanded, or twice', demand.tooMany),
  none('not succeeded', demand.notSucceeded),
  none('called more than once', demand.repeated),
  none('recorded and not called', demand.unseen),
  none('tasks with a wrong count', demand.miscounted),
]

/** What a second executor adds at the least, in percent. */
const leastAdded = 60

export const ofExecutors = ({ speeds, demand }: ExecutorsMeasured): Figure[] => {
  const [one] = speeds
  return [
    ...speeds.map(({ executors, perSecond }) => ({
      what: `runs recorded a second, executors: ${executors}`,
      value: perSecond,
      unit: '',
    })),
    ...speeds.slice(1).map(({ executors, perSecond }) => ({
      what: `more than with one, executors: ${executors}`,
      value: (perSecond / (one?.perSecond ?? NaN) - 1) * 100,
      unit: '%',
      ...(executors === 2 && { atLeast: leastAdded }),
    })),
    none(
      'lost',
      speeds.reduce((sum, { lost }) => sum + lost, 0),
    ),
    none(
      'called more than once at full speed',
      speeds.reduce((sum, { repeated }) => sum + repeated, 0),
    ),
    ...ofDemand(demand),
  ]
}

export const ofProcesses = ({ limits, demand, pooledSessions }: ProcessesMeasured): Figure[] => [
  exactly(`receivers, of ${limits.calls} requested at once`, limits.receivers, limits.receiversLimit),
  exactly(`requests taken, of ${limits.sent} sent in a minute`, limits.taken, limits.callsLimit),
  exactly('requests recorded', limits.recorded, limits.callsLimit),
  ...(pooledSessions === null ? [] : [{ what: 'sessions of PgBouncer for two APIs', value: pooledSessions, unit: '' }]),
  ...ofDemand(demand),
]

export const ofReplica = (measured: ReplicaMeasured): Figure[] => {
  const { isSynchronous, acknowledged, lostRequests, calls, lostCalls, repeated, seconds, heartbeats } = measured
  const lost = (what: string, value: number): Figure => (isSynchronous ? none(what, value) : { what, value, unit: '' })
  return [
    { what: 'requests acknowledged', value: acknowledged, unit: '' },
    lost('acknowledged and lost', lostRequests),
    { what: 'calls made', value: calls, unit: '' },
    lost('calls made of which nothing is recorded', lostCalls),
    lost('calls made twice', repeated),
    { what: 'the longest time without a request taken', value: seconds, unit: 's' },
    { what: 'heartbeats that fell silent', value: heartbeats.silent, unit: '' },
    none('silent without an alert', heartbeats.missedAlerts),
    lost('silent with two alerts', heartbeats.repeatedAlerts),
    { what: 'heartbeats whose signal was sent in time', value: heartbeats.alive, unit: '' },
    lost('alerts of those', heartbeats.falseAlerts),
  ]
}
