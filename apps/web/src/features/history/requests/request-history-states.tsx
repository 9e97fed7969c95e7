import { pageSizes } from '@knockwire/domain/page-sizes'
import { HistorySkeletonRows } from '../../../components/ui/feedback/skeleton-rows.tsx'

/** The table's shape while it loads, with its loading text [RH-09]. */
export const RequestHistorySkeleton = () => (
  <HistorySkeletonRows label="Loading receiver history..." rows={pageSizes.receiverHistory} />
)
