import { createContext } from 'react'

/** A value of a body that is shown as a tree. */
export interface BodyValue {
  source: 'response_body_json' | 'response_body_html_element'
  /** Its JSON path or CSS selector. */
  property: string
  /** As it stands in the body; of an element, its text. */
  written: string
}

/** What a page offers to do with a value of a body, beyond copying it. */
export interface BodyActions {
  /** Plots the value at a JSON path over time. */
  chart?: (path: string) => void
  /** Begins a notification about the value. */
  notify?: (value: BodyValue) => void
}

/** None where nothing is provided, as for a request that is sent again. */
export const BodyActionsContext = createContext<BodyActions>({})
