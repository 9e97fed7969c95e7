import fc from 'fast-check'
import { expect, it } from 'vitest'
import { receivedRequestPath, receiverPagePath } from './receiver.ts'
import { receiverPathOf, shortReceiverPath } from './short-path.ts'

it('a short path leads to the page of its receiver or of its request, and is 25 or 47 characters long', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (receiverId, requestId) => {
      const [page, request] = [shortReceiverPath(receiverId, null), shortReceiverPath(receiverId, requestId)]
      expect([page.length, request.length]).toEqual([25, 47])
      expect(receiverPathOf(page)).toBe(receiverPagePath(receiverId))
      expect(receiverPathOf(request)).toBe(receivedRequestPath(receiverId, requestId))
    }),
  )
})

it.each(['/q/', '/q/1', `/q/${'0'.repeat(23)}`, `/q/${'z'.repeat(22)}`, `/q/${'0'.repeat(22)}${'z'.repeat(22)}`])(
  '%s is no short path',
  (path) => expect(receiverPathOf(path)).toBeNull(),
)
