import { pageSizes } from '@knockwire/domain/page'
import { plans } from '@knockwire/domain/plans/plans'
import type { ReceiverPage } from '@knockwire/domain/receivers/receiver'
import { useMediaQuery } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { ListPages } from '../../../components/ui/list-pages.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { SectionBoundary } from '../../../components/ui/section-boundary.tsx'
import { useAccount } from '../../../lib/account.ts'
import { readPage, writePage } from '../../../lib/page-param.ts'
import { CreateReceiverButton, EmptyReceiverList } from './create-receiver-button.tsx'
import { useReceiverList } from '../receiver-queries.ts'
import { ReceiverCards, ReceiverListSkeleton, ReceiverTable } from './receiver-table.tsx'
import classes from './receiver-list.module.css'

export function ReceiverList() {
  const [searchParams, setSearchParams] = useSearchParams()
  const page = readPage(searchParams)
  const { data, error, isPlaceholderData, refetch } = useReceiverList(page)
  return (
    <>
      <PageHeader title="Receivers" actions={<CreateReceiverButton isLimitReached={useIsLimitReached(data)} />} />
      <SectionBoundary section="The receiver list">
        <div data-stale={isPlaceholderData || undefined} className={classes.list}>
          <Panel flush>
            <ListBody data={data} error={error} onRetry={() => void refetch()} />
          </Panel>
          {data !== undefined && data.total > 0 && (
            <ListPages
              total={data.total}
              pageSize={pageSizes.receivers}
              page={page}
              things="receivers"
              onChange={(next) => setSearchParams(writePage(next))}
            />
          )}
        </div>
      </SectionBoundary>
    </>
  )
}

/** Until the account is known there is no limit to speak of: the server has the last word. */
function useIsLimitReached(data: ReceiverPage | undefined): boolean {
  const account = useAccount().data
  return account !== undefined && data !== undefined && data.total >= plans[account.plan].receivers
}

interface ListBodyProps {
  data: ReceiverPage | undefined
  error: Error | null
  onRetry: () => void
}

function ListBody({ data, error, onRetry }: ListBodyProps) {
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (data === undefined) {
    return error === null ? (
      <ReceiverListSkeleton isPhone={isPhone} />
    ) : (
      <ErrorState title="The receiver list could not be loaded." error={error} onRetry={onRetry} />
    )
  }
  if (data.total === 0) return <EmptyReceiverList />
  if (data.results.length === 0) return <EmptyState title="There are no receivers on this page." />
  return isPhone ? <ReceiverCards receivers={data.results} /> : <ReceiverTable receivers={data.results} />
}
