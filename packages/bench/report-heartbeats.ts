import type { SignalCosts } from './ingress/measure-signals.ts'
import type { HeartbeatAlerts } from './measures/alerts-of-heartbeats.ts'
import { type Figure, figure } from './report.ts'

export const ofHeartbeatAlerts = (alerts: HeartbeatAlerts): Figure[] => [
  figure('alerts decided within a second of their time', alerts.withinSecond * 100, '%', { atLeast: 99 }),
  figure('after its time, half of the alerts', alerts.p50Ms, 'ms'),
  figure('after its time, 99 of 100', alerts.p99Ms, 'ms', { atMost: 1000 }),
  figure('after its time, the latest', alerts.latestMs, 'ms'),
  figure('processor time an alert, executor', alerts.executorMsPerAlert, 'ms'),
  figure('processor time an alert, PostgreSQL', alerts.postgresMsPerAlert, 'ms'),
]

export const ofSignals = (costs: SignalCosts): Figure[] => [
  figure('requests a second without an expectation', costs.without.perSecond),
  figure('requests a second that are signals', costs.with.perSecond),
  figure('of those without an expectation', (costs.with.perSecond / costs.without.perSecond) * 100, '%'),
  figure(
    'processor time a request without an expectation',
    costs.without.serverMsPerRequest + costs.without.postgresMsPerRequest,
    'ms',
  ),
  figure('processor time a signal', costs.with.serverMsPerRequest + costs.with.postgresMsPerRequest, 'ms'),
]
