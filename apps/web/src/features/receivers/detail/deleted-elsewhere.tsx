import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { Notice } from '../../../components/ui/feedback/notice.tsx'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { receiverKind } from '../receiver-queries.ts'
import { type ReceiverForm, toReceiverInput } from '../settings/receiver-form.ts'

/** Over a receiver that was deleted in another window while it was edited in this one: what was typed can become a new receiver. */
export function DeletedElsewhere({ typed }: { typed: ReceiverForm }) {
  const navigate = usePageNavigate()
  const guard = useLeaveGuard()
  /** The draft of the first attempt: trying again goes on with it. */
  const draftId = useRef<string>(undefined)
  const create = useMutation({
    mutationFn: async () => {
      draftId.current ??= (await receiverKind.createDraft()).id
      const id = draftId.current
      await receiverKind.save(id, toReceiverInput(typed))
      return id
    },
    onError: (error) => {
      // Deleted meanwhile: the next attempt makes another one.
      if (isStatus(error, 404)) draftId.current = undefined
    },
    onSuccess: async (id) => {
      guard.disable()
      await navigate(paths.receiver(id), { replace: true })
    },
  })
  return (
    <Notice tone="bad" title="This receiver was deleted elsewhere">
      Its URL, history and notifications were deleted with it. What you typed is still here, and can become a new
      receiver with a URL of its own.
      {create.error && <p role="alert">{messageOf(create.error)}</p>}
      <Group mt="xs">
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          Create a new receiver
        </Button>
      </Group>
    </Notice>
  )
}
