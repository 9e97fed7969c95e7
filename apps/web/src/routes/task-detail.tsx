import { useParams } from 'react-router'
import { PageHeader } from '../components/ui/page-header.tsx'

/** `/dashboard/tasks/:taskId` and its History tab below `/executions`. */
export function Component() {
  const { taskId } = useParams()
  return <PageHeader title={`Task ${taskId ?? ''}`} />
}
