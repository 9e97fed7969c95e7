import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'

/** Answers the demonstration task, so that both sides of the product have life. */
export const demoReceiver: SaveReceiverInput = {
  name: 'Who is there?',
  responseCode: 200,
  responseHeaders: { 'content-type': 'application/json' },
  responseBody: '{"answer": "You knocked with {{ request.method }}."}',
}
