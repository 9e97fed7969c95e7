import sections from './measurements.json' with { type: 'json' }
import { type Section, withUnit } from './measurements.ts'

interface Claim {
  /** The measure, as `pnpm bench` calls it. */
  command: string
  /** The figure of it, as the bench reports it. */
  figure: string
  what: string
}

const claims: readonly Claim[] = [
  {
    command: 'lag',
    figure: 'lag, 99 of 100',
    what: '99 of 100 runs start within this of their scheduled time, at 200 runs per second',
  },
  {
    command: 'throughput',
    figure: 'processor time a run, both',
    what: 'Processor time per run at full speed, the database included',
  },
  {
    command: 'idle',
    figure: 'and of PostgreSQL with it',
    what: 'Of one core, the database included, with 10,000 active tasks and nothing due',
  },
  {
    command: 'history',
    figure: 'the oldest page, among 10 million by among 10,000',
    what: 'The time for the oldest page among 10 million requests, as a multiple of that among 10 thousand',
  },
]

/** A ratio has no unit of its own. */
const shown = (value: number, unit: string) => (unit === '' ? `${value}×` : withUnit(value, unit))

/** What the front page claims: each the last published measurement (`pnpm bench --publish`), with its day and its machine. */
export const figures = claims.map(({ command, figure, what }) => {
  const section = (sections as Section[]).find(({ name }) => name === command)
  const measured = section?.figures.find((one) => one.what === figure)
  if (section === undefined || measured === undefined) throw new Error(`"${figure}" of ${command} was never published.`)
  const { measuredOn, machine } = section
  return { value: shown(measured.value, measured.unit), what, command, measuredOn, machine }
})
