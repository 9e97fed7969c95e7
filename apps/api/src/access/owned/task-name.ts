import { maskUri } from '@knockwire/domain/audit/mask-requests'
import { viewRequest } from '@knockwire/services/requests/stored-request'
import type { TaskRow } from './owned-task.ts'

/** A task without a name goes by its URL, as in the list; without the values of its query. */
export const taskName = ({ name, request }: TaskRow['task']): string => name ?? maskUri(viewRequest(null, request).uri)
