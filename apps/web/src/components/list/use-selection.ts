import { useState } from 'react'

export interface Selection {
  /** Of those that are shown. */
  ids: readonly string[]
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  toggleAll: () => void
  clear: () => void
}

/** The chosen rows of a list. One that is no longer shown is no longer chosen: nothing unseen is acted on. */
export function useSelection(shownIds: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = shownIds.filter((id) => chosen.has(id))
  return {
    ids,
    isChosen: (id) => chosen.has(id),
    toggle: (id) => setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(ids.length === shownIds.length ? [] : shownIds)),
    clear: () => setChosen(new Set()),
  }
}
