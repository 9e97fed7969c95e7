import { useEffect, useState } from 'react'
import { loadOnline } from '../navigation/load-online.ts'

/** How a section stands that can be edited: read, read until its editor is loaded, without an editor that can be loaded, or edited. */
export type SectionState = 'read' | 'opening' | 'failed' | 'edit'

interface Opening {
  isOpen: boolean
  /** Whether its editor is there, with its values. */
  hasValues: boolean
}

/** Whether the editors that sections wait for could not be loaded. `load` is always the same function. */
export function useOpening(isAwaited: boolean, load: () => Promise<unknown>): (section: Opening) => SectionState {
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    let isCurrent = true
    const fail = () => {
      if (isCurrent) setHasFailed(true)
    }
    loadOnline(load).catch(fail)
    return () => {
      isCurrent = false
      setHasFailed(false)
    }
  }, [isAwaited, load])
  return ({ isOpen, hasValues }) => {
    if (hasValues) return 'edit'
    if (!isOpen) return 'read'
    return hasFailed ? 'failed' : 'opening'
  }
}
