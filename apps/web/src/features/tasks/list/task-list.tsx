import { defaultMaxTaskNumber } from '@knockwire/domain/plans/plans'
import { OwnerList } from '../../../components/list/owner-list.tsx'
import { useAccount } from '../../../lib/session/account.ts'
import { SortSelect, useSortKey } from './sort-select.tsx'
import { taskList } from './task-list-kind.tsx'

export function TaskList() {
  const { sortKey, choose } = useSortKey()
  return (
    <OwnerList
      list={taskList}
      limit={useAccount().data?.maxTaskNumber ?? defaultMaxTaskNumber}
      query={{ sortKey }}
      renderOrder={(showFirstPage) => (
        <SortSelect
          value={sortKey}
          onChange={(next) => {
            choose(next)
            showFirstPage()
          }}
        />
      )}
    />
  )
}
