import { pageSizes } from '@knockwire/domain/page-sizes'
import { receiverStatuses } from '@knockwire/domain/receivers/receiver-rules'
import type { ReceiverListItem, ReceiverPage, SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { IconWebhook } from '@tabler/icons-react'
import type { OwnerListKind } from '../../../components/list/owner-list-kind.ts'
import listClasses from '../../../components/list/rows.module.css'
import { findOption } from '../../../lib/format/options.ts'
import { optionParam, pageParam, searchParam } from '../../../lib/navigation/address-state.ts'
import { heartbeatLabels } from '../expectation/heartbeat-labels.ts'
import { receiverKind } from '../receiver-queries.ts'
import { ReceiverState, ReceiverUrl, Requests } from './receiver-cells.tsx'
import classes from './receiver-list.module.css'

/** A heartbeat that is paused is a receiver that is disabled. */
const heartbeatFilters = ['DOWN', 'LATE', 'RUNNING', 'UP', 'NEW'] as const

/** Of new ones, some wait for their first call and some for their first hour of counted calls: both are in one filter. */
const filterLabelOf = (state: (typeof heartbeatFilters)[number]): string =>
  state === 'NEW' ? 'New' : heartbeatLabels[state].label

const urlWidth = (row: number) => `${60 + ((row * 23) % 30)}%`

export const receiverList: OwnerListKind<ReceiverListItem, ReceiverPage, SaveReceiverInput> = {
  owner: receiverKind,
  pageSize: pageSizes.receivers,
  params: {
    search: searchParam,
    status: optionParam([...receiverStatuses, ...heartbeatFilters]),
    page: pageParam,
  },
  queryOf: ({ search, status }) => ({
    search,
    status: findOption(receiverStatuses, status),
    heartbeat: findOption(heartbeatFilters, status),
  }),
  countOf: ({ receiverCount }) => receiverCount,
  filtersOf: ({ counts, heartbeats }) => [
    { status: 'ACTIVE', label: 'Active', count: counts.ACTIVE },
    { status: 'DISABLED', label: 'Disabled', count: counts.DISABLED },
    ...heartbeatFilters.map((state) => ({
      status: state,
      label: filterLabelOf(state),
      count: heartbeats[state],
      isRare: true,
      ...(state === 'DOWN' && { tone: 'bad' as const }),
    })),
  ],
  selectable: ({ id, name, status }) => ({ id, title: name, isActive: status === 'ACTIVE' }),
  renderName: ({ name }) => <span className={listClasses.nameText}>{name}</span>,
  columns: [
    {
      heading: 'URL',
      cell: (receiver) => <ReceiverUrl receiver={receiver} />,
      skeleton: { height: 12, width: urlWidth },
    },
    {
      heading: 'Requests',
      className: classes.requestsColumn,
      cell: (receiver) => <Requests receiver={receiver} />,
      skeleton: { height: 12, width: 72 },
    },
    {
      heading: 'Status',
      className: classes.statusColumn,
      cell: (receiver) => <ReceiverState receiver={receiver} />,
      skeleton: { height: 12, width: 64 },
    },
  ],
  renderCard: (receiver) => (
    <>
      <ReceiverUrl receiver={receiver} />
      <div className={listClasses.cardRow}>
        <ReceiverState receiver={receiver} />
        <Requests receiver={receiver} />
      </div>
    </>
  ),
  cardSkeleton: [
    { height: 12, width: urlWidth },
    { height: 12, width: 72 },
    { height: 'var(--kw-control)', width: 84 },
  ],
  empty: {
    icon: <IconWebhook size={24} />,
    title: 'You have no HTTP receivers. Click the button above to create one.',
    about:
      'A receiver is a URL you own. It returns the response you configure, records every request byte for byte, shows it live and can notify you by email, SMS, Slack or an HTTP callback.',
    // A response template: it echoes the request.
    example: () => ({
      name: 'Echo',
      responseCode: 200,
      responseHeaders: { 'content-type': 'text/plain' },
      responseBody: 'You sent a {{ request.method }}: {{ request.body }}',
    }),
    renderExample: ({ name, responseBody }) => (
      <>
        <span className={classes.exampleName}>{name}</span>
        <code className={classes.exampleAnswer}>{responseBody}</code>
      </>
    ),
    exampleClassName: classes.example,
  },
  classes,
}
