import { useEffect, useState } from 'react'
import { z } from 'zod'

/**
 * Receivers that were created in this window and neither finished nor cancelled. Stored for as long as the window,
 * so that a reload, or the way to Slack and back, finds the page as it was left.
 */
const key = 'knockwire.unfinished-receivers'

const isUnfinished = (receiverId: string): boolean => read().includes(receiverId)

export const addUnfinished = (receiverId: string): void => write([...new Set([...read(), receiverId])])

const removeUnfinished = (receiverId: string): void => write(read().filter((id) => id !== receiverId))

function read(): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(window.sessionStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

function write(ids: string[]): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // The page then opens as that of any disabled receiver.
  }
}

/** Whether the receiver is still being created. Leaving its page for another of the site ends that, leaving the site does not. */
export function useUnfinished(receiverId: string) {
  const [isCreating, setIsCreating] = useState(() => isUnfinished(receiverId))
  useEffect(() => {
    if (!isCreating) return
    addUnfinished(receiverId)
    return () => removeUnfinished(receiverId)
  }, [receiverId, isCreating])
  return { isCreating, finish: () => setIsCreating(false) }
}
