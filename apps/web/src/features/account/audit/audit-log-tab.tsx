import { auditActions, auditActionsOn } from '@knockwire/domain/audit/audit-actions'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditEventRow } from '../../../components/audit/audit-event-row.tsx'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'
import { ToolbarInput, ToolbarSelect } from '../../../components/ui/fields/toolbar-fields.tsx'
import { useAddressState } from '../../../lib/navigation/address-state.ts'
import { useAccount } from '../../../lib/session/account.ts'
import { instance } from '../../../lib/session/instance.ts'
import { PanelSection } from '../../../components/ui/layout/panel-section.tsx'
import accountClasses from '../account.module.css'
import { auditLogQuery, membersQuery } from '../queries.ts'
import { type AuditFilters, auditParams, auditQuery, type FilterChange, isDay } from './audit-address.ts'
import classes from './audit.module.css'

/** Who did what in the account: for its owners. */
export function AuditLogTab() {
  const { data: account, error, refetch } = useAccount()
  if (account === undefined && error !== null)
    return <ErrorState title="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
  if (account === undefined) return <SkeletonRows label="Loading the audit log…" rows={5} />
  if (account.role !== 'OWNER')
    return <EmptyState title="Only owners can read the audit log.">Ask an owner of the account.</EmptyState>
  return <AuditLog />
}

const noFilters: AuditFilters = {
  member: undefined,
  action: undefined,
  object: undefined,
  from: undefined,
  to: undefined,
}

function AuditLog() {
  const [filters, change] = useAddressState(auditParams)
  const set = (changes: FilterChange) => change(changes as Partial<AuditFilters>, { replace: true })
  return (
    <PanelSection
      title="Audit log"
      lead="Who did what in this account, for a year. Nobody can change or delete an entry."
      action={
        <Button
          component="a"
          href={`/api/v1/accounts/me/audit-events/export?${auditQuery(filters).toString()}`}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export (JSON lines)
        </Button>
      }
    >
      <FilterBar filters={filters} onSet={set} />
      <Events filters={filters} onClear={() => change(noFilters, { replace: true })} />
    </PanelSection>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const actionOptions = [
  { value: '', label: 'All actions' },
  ...auditActionsOn(instance)
    .map((value) => ({ value: value as string, label: capitalized(auditActions[value]) }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
]

interface FilterBarProps {
  filters: AuditFilters
  onSet: (change: FilterChange) => void
}

function FilterBar({ filters, onSet }: FilterBarProps) {
  const { data } = useQuery(membersQuery)
  const { data: whole } = useInfiniteQuery(auditLogQuery(''))
  const present = new Map(data?.members.map(({ userId, email }) => [userId, email]))
  const former = (whole?.pages[0]?.people ?? []).filter(({ userId }) => data !== undefined && !present.has(userId))
  const members = [
    ...[...present].map(([value, label]) => ({ value, label })),
    ...former.map(({ userId, email }) => ({ value: userId, label: `${email} (former member)` })),
  ]
  const { member = '', action = '', object, from = '', to = '' } = filters
  const isFormer = member !== '' && !members.some(({ value }) => value === member)
  const memberOptions = [
    { value: '', label: 'All people' },
    ...members,
    ...(isFormer ? [{ value: member, label: 'A former member' }] : []),
  ]
  return (
    <>
      <div className={classes.bar} role="group" aria-label="Filters">
        <ToolbarSelect
          label="Person"
          className={classes.select}
          value={member}
          options={memberOptions}
          onChange={(value) => onSet({ member: value })}
        />
        <ToolbarSelect
          label="Action"
          className={classes.select}
          value={action}
          options={actionOptions}
          onChange={(value) => onSet({ action: value })}
        />
        <div className={classes.days}>
          From
          <DayField label="From day" value={from} max={to} onSet={(day) => onSet({ from: day })} />
          to
          <DayField label="To day" value={to} min={from} onSet={(day) => onSet({ to: day })} />
        </div>
      </div>
      {object !== undefined && (
        <p className={classes.object}>
          Only entries about one task, receiver or other object.
          <Button variant="default" size="compact-sm" onClick={() => onSet({ object: '' })}>
            Show all
          </Button>
        </p>
      )}
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onSet: (day: string) => void
}

/** A browser gives a day at each digit of its year: it filters once it is whole. */
function DayField({ label, value, min = '', max = '', onSet }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  return (
    <ToolbarInput
      label={label}
      type="date"
      value={typed}
      min={min || undefined}
      max={max || undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        if (currentTarget.value === '' || isDay(currentTarget.value)) onSet(currentTarget.value)
      }}
    />
  )
}

interface EventsProps {
  filters: AuditFilters
  onClear: () => void
}

function Events({ filters, onClear }: EventsProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...auditLogQuery(auditQuery(filters).toString()),
    placeholderData: keepPreviousData,
  })
  if (data === undefined && error !== null)
    return <ErrorState title="The audit log could not be loaded." error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows label="Loading the audit log…" rows={5} />
  const events = data.pages.flatMap(({ results }) => results)
  if (events.length === 0)
    return (
      <EmptyState title="No entry matches." action={<Button onClick={onClear}>Clear filters</Button>}>
        Change the filters, or clear them.
      </EmptyState>
    )
  return (
    <>
      <ul className={accountClasses.list} aria-label="Audit log">
        {events.map((event) => (
          <AuditEventRow key={event.id} event={event} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  )
}
