import type { ResourceKind } from '@knockwire/domain/definitions/apply'
import { paths } from '../../../lib/navigation/paths.ts'

/** Where the dashboard shows a task or receiver. */
export const pathOfObject = ({ kind, id }: { kind: ResourceKind; id: string }): string =>
  kind === 'task' ? paths.task(id) : paths.receiver(id)
