import { type AppError, invalidFields } from '@knockwire/domain/errors'
import { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { templateFault } from './template-fault.ts'

const Template = z.object({ responseBody: SaveReceiverInput.shape.responseBody })

/** Refuses what the schema refused, with what is wrong in the template beside it: a form is told all its faults at once. */
export const refuseReceiver = async (
  { sandbox }: ApiContext,
  caller: Caller,
  { refusal, body }: { refusal: AppError; body: unknown },
): Promise<never> => {
  const template = Template.safeParse(body)
  if (refusal.errors === undefined || !template.success) throw refusal
  const fault = await templateFault(sandbox, caller, template.data.responseBody)
  throw fault === null ? refusal : invalidFields({ ...refusal.errors, responseBody: fault })
}
