import { AppError } from '@knockwire/domain/errors'
import { canSendMail } from '@knockwire/services/mail/mail-availability'
import type { ApiContext } from '../../context.ts'

/** Before what promises a mail: without a mail server, it would never arrive. @throws AppError NOT_SET_UP */
export const requireMail = async ({ db, settings }: Pick<ApiContext, 'db' | 'settings'>): Promise<void> => {
  if (await canSendMail(db)) return
  const message = `This server cannot send email: its operator has not set up a mail server. Ask ${settings.supportEmail ?? 'the operator'}.`
  throw new AppError('NOT_SET_UP', message)
}
