import type { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'

/** An example that shows what answers can do: it says back what it got. */
export const exampleReceiver: SaveReceiverInput = {
  name: 'Echo',
  responseCode: 200,
  responseHeaders: { 'content-type': 'text/plain' },
  responseBody: 'You sent a {{ request.method }}: {{ request.body }}',
}
