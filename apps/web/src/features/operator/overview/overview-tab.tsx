import type { OperatorOverview } from '@knockwire/domain/operator/operator'
import { useQuery } from '@tanstack/react-query'
import { Breakable } from '../../../components/ui/feedback/breakable.tsx'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import { Table } from '../../../components/ui/layout/table.tsx'
import { bytes, exactNumber, timeSpan } from '../../../lib/format/format.ts'
import classes from '../operator.module.css'
import { OperatorRead } from '../operator-read.tsx'
import { overviewQuery } from '../queries.ts'
import { StateSection } from './state-section.tsx'

/** How the server is, what it was started with, and what its operator says to everybody. */
export function OverviewTab() {
  const query = useQuery(overviewQuery)
  return (
    <OperatorRead thing="The overview" query={query} hasOwnPanels>
      {({ version, state, counts, work, channels, settings }) => (
        <div className={classes.stack}>
          <PanelSection title="Work" lead="Updated every 15 seconds.">
            <Facts facts={workFacts(work)} />
          </PanelSection>
          <StateSection state={state} />
          <PanelSection title="This server">
            <Facts facts={[{ label: 'Version', value: version }, ...countFacts(counts)]} />
          </PanelSection>
          <PanelSection title="Notifications" lead="Results of the last hour.">
            <Channels channels={channels} />
          </PanelSection>
          <PanelSection title="Settings in force" lead="What this process was started with.">
            <Settings settings={settings} />
          </PanelSection>
        </div>
      )}
    </OperatorRead>
  )
}

interface Fact {
  label: string
  value: string
  isBad?: boolean
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value, isBad = false }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-tone={isBad ? 'bad' : undefined}>{value}</dd>
      </div>
    ))}
  </dl>
)

const waiting = (count: number, oldestSeconds: number): string =>
  count === 0 ? 'None' : `${exactNumber(count)}, the oldest for ${timeSpan(oldestSeconds * 1000)}`

const workFacts = (work: OperatorOverview['work']): Fact[] => [
  {
    label: 'Executors',
    value: work.executors === 0 ? '0: no task runs' : exactNumber(work.executors),
    isBad: work.executors === 0,
  },
  {
    label: 'Longest wait of a due task',
    value: work.oldestDueSeconds === 0 ? 'None is due' : timeSpan(work.oldestDueSeconds * 1000),
  },
  { label: 'Notifications waiting', value: waiting(work.deliveriesWaiting, work.oldestDeliverySeconds) },
  { label: 'Mails waiting', value: waiting(work.mailsWaiting, work.oldestMailSeconds) },
  {
    label: 'Executions in the last hour',
    value: `${exactNumber(work.runsLastHour)}, ${exactNumber(work.failedRunsLastHour)} failed`,
  },
]

const countFacts = (counts: OperatorOverview['counts']): Fact[] => [
  { label: 'Users', value: exactNumber(counts.users) },
  {
    label: 'Accounts',
    value: `${exactNumber(counts.accounts)}${counts.suspendedAccounts === 0 ? '' : `, ${exactNumber(counts.suspendedAccounts)} suspended`}`,
  },
  { label: 'Active tasks', value: exactNumber(counts.tasks) },
  { label: 'Active receivers', value: exactNumber(counts.receivers) },
  { label: 'Database', value: bytes(counts.databaseBytes) },
]

const channelNames: Readonly<Record<string, string>> = { EMAIL: 'Email', SMS: 'SMS', SLACK: 'Slack', HTTP: 'HTTP' }

function Channels({ channels }: Pick<OperatorOverview, 'channels'>) {
  if (channels.length === 0) return <p className={classes.muted}>None was sent.</p>
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.channel}>
            Channel
          </th>
          <th scope="col" className={classes.count}>
            Delivered
          </th>
          <th scope="col" className={classes.count}>
            Failed
          </th>
          <th scope="col">Last error</th>
        </tr>
      </thead>
      <tbody>
        {channels.map(({ type, delivered, failed, lastError }) => (
          <tr key={type}>
            <th scope="row">{channelNames[type] ?? type}</th>
            <td>{exactNumber(delivered)}</td>
            <td>{exactNumber(failed)}</td>
            <td>{lastError ?? 'None'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Settings = ({ settings }: Pick<OperatorOverview, 'settings'>) => (
  <Table className={classes.table}>
    <thead>
      <tr>
        <th scope="col" className={classes.name}>
          Setting
        </th>
        <th scope="col">Value</th>
      </tr>
    </thead>
    <tbody>
      {settings.map((setting) => (
        <tr key={setting.name}>
          <th scope="row" className={classes.mono}>
            <Breakable text={setting.name} />
          </th>
          <td className={classes.mono}>{settingValue(setting)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** A secret that is set comes without its value. */
const settingValue = ({ value, isSecret }: OperatorOverview['settings'][number]) =>
  value ?? <em>{isSecret ? 'set' : 'not set'}</em>
