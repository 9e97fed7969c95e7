import { useState } from 'react'

/** A row as it is acted on. */
export interface SelectableRow {
  id: string
  /** What it is called on the screen. */
  title: string
  isActive: boolean
}

export interface Selection {
  /** Of those that are shown. */
  ids: readonly string[]
  rows: readonly SelectableRow[]
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  toggleAll: () => void
  clear: () => void
}

/** The chosen rows of a list. One that is no longer shown is no longer chosen: nothing unseen is acted on. */
export function useSelection(shown: readonly SelectableRow[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = shown.filter(({ id }) => chosen.has(id))
  const ids = rows.map(({ id }) => id)
  return {
    ids,
    rows,
    isChosen: (id) => chosen.has(id),
    toggle: (id) => setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(ids.length === shown.length ? [] : shown.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  }
}
