import {
  DetailFailure,
  DetailSkeleton,
  SectionsSkeleton,
  type DetailKind,
} from '../../../components/layouts/detail-states.tsx'
import { receiversPath } from '../receiver-queries.ts'

const kind: DetailKind = {
  name: 'receiver',
  list: { to: receiversPath, place: 'Receivers' },
  missingHint: 'It may have been deleted.',
}

const heights = [220, 240] as const

export const ReceiverSkeleton = () => (
  <DetailSkeleton kind={kind} title="Receiver" label="Loading receiver..." heights={heights} />
)

export const ReceiverSectionsSkeleton = () => <SectionsSkeleton label="Loading settings..." heights={heights} />

interface ReceiverFailureProps {
  error: unknown
  onRetry: () => void
}

export const ReceiverFailure = (props: ReceiverFailureProps) => (
  <DetailFailure {...props} kind={kind} title="Receiver" />
)
