import { hasRole, type Role } from '@knockwire/domain/accounts/role'
import { whyOnlyOwners, whyViewersCannot } from '@knockwire/domain/accounts/role-rules'
import { AppError } from '@knockwire/domain/errors'
import type { Caller } from '../context.ts'

const messages: Record<Role, string> = {
  OWNER: whyOnlyOwners,
  EDITOR: whyViewersCannot,
  VIEWER: 'You are not a member of this account.',
}

/** Throws FORBIDDEN where the caller's role in the account does not suffice. */
export const requireRole = ({ role }: Pick<Caller, 'role'>, needed: Role): void => {
  if (!hasRole(role, needed)) throw new AppError('FORBIDDEN', messages[needed])
}
