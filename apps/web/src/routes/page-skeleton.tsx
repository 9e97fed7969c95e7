import { Skeleton } from '@mantine/core'
import { Panel } from '../components/ui/panel.tsx'
import { SkeletonRows } from '../components/ui/skeleton-rows.tsx'

/** The shape of a page while its code arrives. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton height={40} width={180} mb={24} />
      <Panel flush>
        <SkeletonRows label="Loading..." rows={6} />
      </Panel>
    </>
  )
}
