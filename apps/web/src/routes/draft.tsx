import { useParams } from 'react-router'
import { PageHeader } from '../components/ui/page-header.tsx'

/** `/dashboard/drafts/:taskId`; the id `new` asks for an empty draft first. */
export function Component() {
  const { taskId } = useParams()
  return <PageHeader title="Create task" aside={taskId} />
}
