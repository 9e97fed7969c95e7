import { useEffect, useRef } from 'react'
import { noteTaskOpened } from '../api.ts'

/** Notes once a visit that the task's page was opened [AP-24]. */
export function useOpenedNote(taskId: string): void {
  const noted = useRef<string>(undefined)
  useEffect(() => {
    if (noted.current === taskId) return
    noted.current = taskId
    // Only the list's order depends on it: a failure is nobody's business.
    noteTaskOpened(taskId).catch(() => {})
  }, [taskId])
}
