import { Suspense } from 'react'
import { SectionBoundary } from '../../components/ui/feedback/section-boundary.tsx'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import classes from './lazy-notifications-box.module.css'
import type { NotificationsBoxProps } from './notifications-box.tsx'

const Box = lazyPart(async () => (await import('./notifications-box.tsx')).NotificationsBox)

/** Beneath what its page shows first, and loaded behind it: what is above can be used meanwhile. */
export const NotificationsBox = (props: NotificationsBoxProps) => (
  <SectionBoundary section="The notifications">
    <Suspense fallback={<div className={classes.place} />}>
      <Box {...props} />
    </Suspense>
  </SectionBoundary>
)
