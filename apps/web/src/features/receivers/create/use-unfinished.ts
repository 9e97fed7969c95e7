import { useEffect, useState } from 'react'
import { isUnfinished, markFinished, markUnfinished } from './unfinished.ts'

/** Whether the receiver is still being created. Leaving its page for another of the site ends that, leaving the site does not. */
export function useUnfinished(receiverId: string) {
  const [isCreating, setIsCreating] = useState(() => isUnfinished(receiverId))
  useEffect(() => {
    if (!isCreating) return
    markUnfinished(receiverId)
    return () => markFinished(receiverId)
  }, [receiverId, isCreating])
  return { isCreating, finish: () => setIsCreating(false) }
}
