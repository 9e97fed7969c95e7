import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AuditEventRow } from '../../components/audit/audit-event-row.tsx'
import { EmptyState } from '../../components/ui/feedback/empty-state.tsx'
import { PanelSection } from '../../components/ui/layout/panel-section.tsx'
import classes from './operator.module.css'
import { OperatorRead } from './operator-read.tsx'
import { activityQuery } from './queries.ts'

/** What the operators of this server did. */
export function ActivityTab() {
  const query = useInfiniteQuery(activityQuery)
  return (
    <PanelSection title="Activity" lead="What operators did, for a year. Nobody can change or delete an entry.">
      <OperatorRead thing="The activity" query={query}>
        {({ pages }) => {
          const events = pages.flatMap(({ results }) => results)
          if (events.length === 0) return <EmptyState title="No operator has done anything yet." />
          return (
            <ul className={classes.list} aria-label="Activity">
              {events.map((event) => (
                <AuditEventRow key={event.id} event={event} isForOperators />
              ))}
            </ul>
          )
        }}
      </OperatorRead>
      {query.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </PanelSection>
  )
}
