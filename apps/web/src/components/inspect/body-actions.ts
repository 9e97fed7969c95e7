import { createContext } from 'react'

/** What a page offers to do with a value of a JSON body, beyond copying it. */
export interface BodyActions {
  /** Plots the value over time. */
  chart?: (path: string) => void
  /** Begins a notification about the value, which stands in the body as `written`. */
  notify?: (path: string, written: string) => void
}

/** None where nothing is provided, as for a request that is sent again. */
export const BodyActionsContext = createContext<BodyActions>({})
