import { TaskSortKey } from '@knockwire/domain/tasks/task'
import { NativeSelect } from '@mantine/core'
import classes from './task-list.module.css'

const labels: Record<TaskSortKey, string> = {
  createdAt: 'Newest first',
  lastOpenedAt: 'Last opened',
  name: 'Name A to Z',
}

const options = TaskSortKey.options.map((value) => ({ value, label: labels[value] }))

interface SortSelectProps {
  value: TaskSortKey
  onChange: (value: TaskSortKey) => void
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <NativeSelect
      aria-label="Sort by"
      className={classes.sort}
      data={options}
      value={value}
      onChange={(event) => onChange(TaskSortKey.parse(event.currentTarget.value))}
    />
  )
}
