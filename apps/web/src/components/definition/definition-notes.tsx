import type { TaskView } from '@knockwire/domain/tasks/task'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

export type Defined = Pick<TaskView, 'description' | 'labels' | 'managedBy'>

/** Loaded for what has a description or labels, or is managed by a file: most have nothing of these. */
const About = lazyPart(async () => (await import('./about.tsx')).About)

export function DefinitionNotes({ of: { description, labels, managedBy } }: { of: Defined }) {
  if (description === null && managedBy === null && Object.keys(labels).length === 0) return null
  return (
    <Suspense fallback={null}>
      <About description={description} labels={labels} managedBy={managedBy} />
    </Suspense>
  )
}
