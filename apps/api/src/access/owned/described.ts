import type { tasks } from '@knockwire/db/schema/tasks'

type Described = Pick<typeof tasks.$inferSelect, 'key' | 'description' | 'labels' | 'managedBy'>

/** What the views of a task and of a receiver show of its definition. */
export const presentDescribed = ({ key, description, labels, managedBy }: Described) => ({
  key,
  description,
  labels,
  managedBy: managedBy && {
    project: managedBy.project,
    source: managedBy.source,
    editedAt: managedBy.editedAt,
  },
})
