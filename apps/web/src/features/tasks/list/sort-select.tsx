import { TaskSortKey } from '@knockwire/domain/tasks/task'
import { NativeSelect } from '@mantine/core'

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
      data={options}
      value={value}
      onChange={(event) => onChange(TaskSortKey.parse(event.currentTarget.value))}
    />
  )
}
