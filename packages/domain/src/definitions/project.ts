import { z } from 'zod'
import { ProjectView } from './apply.ts'

/** detach: what it manages stays, and is managed by hand. delete: it is deleted with its history. */
export const DeleteProjectQuery = z.strictObject({ resources: z.enum(['detach', 'delete']).default('detach') })

export const ProjectList = z.object({ results: z.array(ProjectView) })
