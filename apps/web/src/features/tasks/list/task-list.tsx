import { defaultMaxTaskNumber } from '@knockwire/domain/plans/plans'
import { OwnerList } from '../../../components/list/owner-list.tsx'
import { SearchField } from '../../../components/ui/fields/search-field.tsx'
import { useAccount } from '../../../lib/session/account.ts'
import { SortSelect, useSortKey } from './sort-select.tsx'
import { taskList } from './task-list-kind.tsx'
import classes from './task-list.module.css'

export function TaskList() {
  const { sortKey, choose } = useSortKey()
  return (
    <OwnerList
      list={taskList}
      limit={useAccount().data?.maxTaskNumber ?? defaultMaxTaskNumber}
      query={{ sortKey }}
      renderTools={({ search }, goTo, isEmpty) => (
        <div className={classes.tools} role="search" data-idle={isEmpty || undefined}>
          <SearchField
            value={search}
            onSearch={(typed) => goTo({ search: typed, page: 0 }, { replace: true })}
            label="Search tasks"
            placeholder="Name or URL"
            className={classes.search}
            hint={
              <kbd aria-hidden className={classes.slash}>
                /
              </kbd>
            }
          />
          <SortSelect
            value={sortKey}
            onChange={(next) => {
              choose(next)
              goTo({ page: 0 }, { replace: true })
            }}
          />
        </div>
      )}
    />
  )
}
