import type { InstanceView } from '../instance/instance.ts'
import type { Role } from './role.ts'

export const roleLabels: Record<Role, string> = { OWNER: 'Owner', EDITOR: 'Editor', VIEWER: 'Viewer' }

/** On an instance without plans, nobody pays. */
export const roleDescriptions = ({ limits }: Pick<InstanceView, 'limits'>): Record<Role, string> => ({
  OWNER: `Can do everything, including members${limits === null ? ', billing' : ''} and deleting the account.`,
  EDITOR: 'Creates, changes and deletes tasks, receivers and notifications.',
  VIEWER: 'Sees everything except stored passwords, secret headers and keys in URLs, and changes nothing.',
})

/** As in "Join Acme as an editor". */
export const asRole: Record<Role, string> = { OWNER: 'an owner', EDITOR: 'an editor', VIEWER: 'a viewer' }

export const whyOnlyOwners = 'Only an owner of this account can do this.'

export const whyViewersCannot = 'You can view this account, but not change it. An owner can make you an editor.'
