import {
  DetailFailure,
  DetailSkeleton,
  SectionsSkeleton,
  type DetailKind,
} from '../../../components/layouts/detail-states.tsx'

const kind: DetailKind = {
  name: 'task',
  list: { to: '/dashboard/tasks', place: 'Tasks' },
  missingHint: 'It may have been deleted. A draft that nobody touches for 24 hours is deleted too.',
}

const heights = [320, 160] as const

export const TaskSkeleton = (props: { title: string; label: string }) => (
  <DetailSkeleton {...props} kind={kind} heights={heights} />
)

export const TaskSectionsSkeleton = () => <SectionsSkeleton label="Loading settings..." heights={heights} />

interface TaskFailureProps {
  title: string
  error: unknown
  onRetry: () => void
}

export const TaskFailure = (props: TaskFailureProps) => <DetailFailure {...props} kind={kind} />
