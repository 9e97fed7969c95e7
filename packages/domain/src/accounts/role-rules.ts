import type { Role } from './role.ts'

export const roleLabels: Record<Role, string> = { OWNER: 'Owner', EDITOR: 'Editor', VIEWER: 'Viewer' }

export const roleDescriptions: Record<Role, string> = {
  OWNER: 'Does everything, with members, billing and deleting the account.',
  EDITOR: 'Creates, changes and deletes tasks, receivers and notifications.',
  VIEWER: 'Sees everything but secrets, and changes nothing.',
}

/** As in "Join Acme as an editor". */
export const asRole: Record<Role, string> = { OWNER: 'an owner', EDITOR: 'an editor', VIEWER: 'a viewer' }

export const whyViewersCannot = 'You can view this account, but not change it. An owner can make you an editor.'
