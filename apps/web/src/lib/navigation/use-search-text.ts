import { useTimeout } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router'

const debounceMs = 500

interface SearchText {
  /** What stands in the box. */
  text: string
  /** Searches half a second after typing stops [TL-06]. */
  type: (text: string) => void
  searchNow: () => void
  clear: () => void
}

/** The text of a search box whose search stands in the address as `value`. */
export const useSearchText = (value: string, onSearch: (search: string) => void): SearchText => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    onSearch(next)
  }
  // Not useDebouncedCallback: each page would load half a kilobyte more.
  const { start, clear: cancel } = useTimeout(search, debounceMs)
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const shownKey = useRef(key)
  useEffect(() => {
    const isStep = shownKey.current !== key && navigationType === NavigationType.Pop
    shownKey.current = key
    // Back and forward change the address under the box, which may be to another page of the same search; what this box has
    // sent itself does not come back into it.
    if (value === sent.current && !isStep) return
    sent.current = value
    cancel()
    setText(value)
  }, [value, key, navigationType, cancel])
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    // A search would take back the navigation to a page whose code is being loaded.
    if (isLeaving) cancel()
  }, [isLeaving, cancel])
  const set = (next: string) => {
    cancel()
    search(next)
  }
  return {
    text,
    type: (next) => {
      setText(next)
      cancel()
      start(next.trim())
    },
    searchNow: () => set(text.trim()),
    clear: () => {
      setText('')
      set('')
    },
  }
}
