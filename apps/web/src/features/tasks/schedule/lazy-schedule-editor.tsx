import { Suspense } from 'react'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import classes from './schedule-editor.module.css'
import type { ScheduleFieldsProps } from './schedule-form.ts'

const Editor = lazyPart(async () => (await import('./schedule-editor.tsx')).ScheduleEditor)

/** Beneath what its page shows first, and loaded behind it: what is above can be used meanwhile. */
export const ScheduleEditor = (props: ScheduleFieldsProps) => (
  <SectionBoundary section="The schedule">
    <Suspense fallback={<div className={classes.place} />}>
      <Editor {...props} />
    </Suspense>
  </SectionBoundary>
)
