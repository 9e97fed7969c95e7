import { AppError } from '@knockwire/domain/errors'
import { type Rendering, renderTemplate } from '@knockwire/domain/templates/render-template'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Answer, IncomingRequest } from '../received-request.ts'
import type { ReceiverSettings } from '../settings/receiver-settings.ts'
import { answerValues } from './answer-values.ts'

/**
 * What the receiver answers to this request; where its template fails, a 500 that says no more than that. A template
 * that may take long is filled in elsewhere, where accounts take turns: no request waits behind it that needs none of it.
 * Null where too many of the account are being filled in already.
 */
export const renderAnswer = (
  receiver: ReceiverSettings,
  request: IncomingRequest,
  sandbox: Sandbox,
): Answer | Promise<Answer | null> => {
  const { template, templateCost } = receiver
  switch (templateCost) {
    case 'none':
      return toAnswer(receiver, { kind: 'rendered', text: template })
    case 'plain':
      return toAnswer(receiver, renderTemplate(template, answerValues(request)))
    case 'unknown':
      return renderElsewhere(receiver, request, sandbox)
  }
}

const renderElsewhere = async (receiver: ReceiverSettings, request: IncomingRequest, sandbox: Sandbox) => {
  const { template, accountId } = receiver
  const job = { kind: 'answer', template, values: answerValues(request) } as const
  try {
    return toAnswer(receiver, (await sandbox.run(accountId, job)) ?? failed('The template takes too long.'))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const failed = (reason: string): Rendering => ({ kind: 'failed', reason })

const toAnswer = ({ responseCode, contentType }: ReceiverSettings, rendering: Rendering): Answer => {
  if (rendering.kind === 'rendered') return { code: responseCode, contentType, body: rendering.text, error: null }
  return { code: 500, contentType: 'text/plain', body: 'The answer could not be made.\n', error: rendering.reason }
}
