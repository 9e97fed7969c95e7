import { pageSizes } from '@knockwire/domain/page'
import type { ReceivedRequestView, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { ListPages } from '../../../components/ui/list-pages.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { ReplayDialog } from '../replay/replay-dialog.tsx'
import classes from './history.module.css'
import { LiveLine } from './live-line.tsx'
import type { HistoryPage } from './queries.ts'
import { RequestsTable } from './requests-table.tsx'
import type { OpenRows } from './use-open-rows.ts'

interface HistoryProps {
  receiver: ReceiverView
  data: HistoryPage
  page: number
  openRows: OpenRows
  arrivals: ReadonlySet<string>
  onTurn: (page: number) => void
}

export function History({ receiver, data, page, openRows, arrivals, onTurn }: HistoryProps) {
  const [replayed, setReplayed] = useState<ReceivedRequestView | null>(null)
  const [isReplaying, dialog] = useDisclosure(false)
  const replay = (request: ReceivedRequestView) => {
    setReplayed(request)
    dialog.open()
  }
  return (
    <div className={classes.history}>
      <LiveLine isActive={receiver.status === 'ACTIVE'} arrived={arrivals.size} />
      <Panel flush>
        {data.results.length === 0 ? (
          <EmptyState title="There are no requests on this page." />
        ) : (
          <RequestsTable requests={data.results} openRows={openRows} arrivals={arrivals} onReplay={replay} />
        )}
      </Panel>
      <ListPages
        total={data.total}
        pageSize={pageSizes.receiverHistory}
        page={page}
        things="requests"
        onChange={onTurn}
      />
      <ReplayDialog opened={isReplaying} request={replayed} onClose={dialog.close} />
    </div>
  )
}
