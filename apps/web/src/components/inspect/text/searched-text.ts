import { createContext } from 'react'

/** What a page around bodies was searched for: a body that contains it opens with its own search at it. */
export const SearchedTextContext = createContext('')
