import { AppError } from '@knockwire/domain/errors'
import { isConfirmedUser } from '@knockwire/services/accounts/owner-addresses'
import type { ApiContext } from '../context.ts'

type Operators = Pick<ApiContext, 'settings' | 'db'>

/** Whether somebody runs this server: OPERATORS names their address, and it was confirmed to be theirs. */
export const isOperator = async (
  { settings, db }: Operators,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> =>
  settings.operators.includes(email) && (settings.isEmbedded || (await isConfirmedUser(db, userId)))

/** To anybody else there is no such address. */
export const requireOperator = async (
  context: Operators,
  { caller: { userId }, email }: { caller: { userId: string }; email: string },
): Promise<void> => {
  if (!(await isOperator(context, { userId, email }))) throw new AppError('NOT_FOUND', 'There is no such address.')
}
