import { paths } from '../../../lib/navigation/paths.ts'
import {
  DetailFailure,
  DetailSkeleton,
  SectionsSkeleton,
  type DetailKind,
} from '../../../components/layouts/detail-states.tsx'

const kind: DetailKind = {
  name: 'task',
  list: { to: paths.tasks, label: 'Tasks' },
  missingHint: 'It may have been deleted. Drafts are deleted after 24 hours without changes.',
}

const sections = [6, 3] as const

export const TaskSkeleton = (props: { title: string; label: string }) => (
  <DetailSkeleton {...props} kind={kind} sections={sections} />
)

export const TaskSectionsSkeleton = () => <SectionsSkeleton label="Loading settings..." sections={sections} />

interface TaskFailureProps {
  title: string
  error: unknown
  onRetry: () => void
}

export const TaskFailure = (props: TaskFailureProps) => <DetailFailure {...props} kind={kind} />
