import type { ResourceKind } from '@knockwire/domain/definitions/apply'
import { paths } from '../../../lib/navigation/paths.ts'

const pathOf: Record<ResourceKind, (id: string) => string> = { task: paths.task, receiver: paths.receiver }

/** Where the dashboard shows a task or receiver. */
export const pathOfObject = ({ kind, id }: { kind: ResourceKind; id: string }): string => pathOf[kind](id)
