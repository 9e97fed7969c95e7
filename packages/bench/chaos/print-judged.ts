import type { Judged } from './judge.ts'

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

const list = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([how, count]) => `${how} ${count}`)
    .join(', ')

const lagOf = (lagsMs: readonly number[], share: number) =>
  Math.round(lagsMs[Math.min(lagsMs.length - 1, Math.floor(lagsMs.length * share))] ?? NaN)

/** How much was judged: a checker that found nothing has looked at so much. */
export const printJudged = ({ heartbeats, planned, completions }: Judged, faults: number): void => {
  const { signals, alerts, exactAlerts, lateAlerts, recoveries, unansweredAlerts, busyMs, lagsMs } = heartbeats
  console.log(
    `Judged under ${faults} faults: ${heartbeats.heartbeats} heartbeats, ${signals} signals, ${alerts} alerts (${exactAlerts} known to the second), ${lateAlerts} late signals, ${recoveries} recoveries`,
  )
  console.log(
    `Alerts of senders that had called in time and were not answered, where nobody could notice that: ${unansweredAlerts}`,
  )
  console.log(
    `Where nothing was at fault, the machine was too busy for calls for ${Math.round(busyMs / 1000)} s in all`,
  )
  if (lagsMs.length > 0)
    console.log(
      `Alerts where nothing was at fault: ${lagsMs.length}, half of them within ${lagOf(lagsMs, 0.5)} ms, the latest after ${lagOf(lagsMs, 1)} ms`,
    )
  console.log(`Judged: ${sum(planned)} planned times: ${list(planned)}`)
  const { ended, unanswered } = completions
  console.log(
    `Judged: ${sum(ended)} executions that were completed later: ${list(ended)}; of these not completed since their calls were lost where nobody could notice that ${unanswered}`,
  )
}
