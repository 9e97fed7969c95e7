import {
  DetailFailure,
  DetailSkeleton,
  SectionsSkeleton,
  type DetailKind,
} from '../../../components/layouts/detail-states.tsx'
import { paths } from '../../../lib/navigation/paths.ts'

const kind: DetailKind = {
  name: 'receiver',
  list: { to: paths.receivers, label: 'Receivers' },
  missingHint: 'It may have been deleted.',
}

const sections = [2, 4] as const

export const ReceiverSkeleton = () => (
  <DetailSkeleton kind={kind} title="Receiver" label="Loading receiver..." sections={sections} />
)

export const ReceiverSectionsSkeleton = () => <SectionsSkeleton label="Loading settings..." sections={sections} />

interface ReceiverFailureProps {
  error: unknown
  onRetry: () => void
}

export const ReceiverFailure = (props: ReceiverFailureProps) => (
  <DetailFailure {...props} kind={kind} title="Receiver" />
)
