import { taskSortKeys } from '@knockwire/domain/tasks/task-list-options'
import type { UpdateSettingsInput } from '@knockwire/domain/accounts/account'
import type { TaskSortKey } from '@knockwire/domain/tasks/task'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ToolbarSelect } from '../../../components/ui/fields/toolbar-fields.tsx'
import { setAccountCache, useAccount } from '../../../lib/session/account.ts'
import { api } from '../../../lib/api/api-client.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { accountKey } from '../../../lib/session/page-account.ts'
import { readStored, writeStored } from '../../../lib/session/storage.ts'
import classes from './task-list.module.css'
import { findOption, optionOf } from '../../../lib/format/options.ts'

const labels: Record<TaskSortKey, string> = {
  createdAt: 'Newest first',
  lastOpenedAt: 'Last opened',
  name: 'Name A to Z',
}

const options = taskSortKeys.map((value) => ({ value, label: labels[value] }))

interface SortSelectProps {
  value: TaskSortKey
  onChange: (value: TaskSortKey) => void
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <ToolbarSelect
      label="Sort by"
      className={classes.sort}
      options={options}
      value={value}
      onChange={(chosen) => onChange(optionOf(taskSortKeys, chosen))}
    />
  )
}

const storageKey = 'task-list-sort-key'

/**
 * The list's order, stored on the account [TL-04]. This browser stores it too, so that the list
 * can be fetched in parallel with the account.
 */
export function useSortKey() {
  const client = useQueryClient()
  const account = useAccount().data
  const [chosen, setChosen] = useState<TaskSortKey>()
  const [remembered] = useState(
    () => readStored(accountKey(storageKey), (stored) => findOption(taskSortKeys, stored)) ?? 'createdAt',
  )
  const save = useMutation({
    mutationFn: (input: UpdateSettingsInput) =>
      api.post('/api/v1/accounts/me/settings', input, schemaOf('AccountView')),
    onSuccess: (saved) => setAccountCache(client, saved),
    onError: (error) => snackbar.warning(`The sort order was not saved. ${messageOf(error)}`),
  })
  const choose = (taskListSortKey: TaskSortKey) => {
    setChosen(taskListSortKey)
    writeStored(accountKey(storageKey), taskListSortKey)
    save.mutate({ taskListSortKey })
  }
  return { sortKey: chosen ?? account?.taskListSortKey ?? remembered, choose }
}
