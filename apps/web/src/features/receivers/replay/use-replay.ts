import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { replayRequest } from '../api.ts'

/** A replay is made again and again to the same place while something is being mended there. */
const storedUri = (receiverId: string) => `replay-url.${receiverId}`

export function useReplay({ id, receiverId }: ReceivedRequestView) {
  const [uri, setUri] = useState(() => readStored(storedUri(receiverId), z.string(), ''))
  const call = useMutation({ mutationFn: () => replayRequest(receiverId, id, { uri: uri.trim() }) })
  return {
    uri,
    error: call.error === null ? undefined : errorText(call.error),
    answer: call.data,
    isSending: call.isPending,
    change: (changed: string) => {
      setUri(changed)
      if (call.isError) call.reset()
    },
    send: () => {
      if (call.isPending) return
      writeStored(storedUri(receiverId), uri.trim())
      call.mutate()
    },
  }
}

/** The only field is the URL, so whatever was refused is about it. */
const errorText = (error: Error): string =>
  error instanceof ApiError ? (Object.values(error.errors)[0] ?? error.message) : messageOf(error)
