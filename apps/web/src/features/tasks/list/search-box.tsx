import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './task-list.module.css'

const debounceMs = 500

interface SearchBoxProps {
  /** The search in the URL. */
  value: string
  onSearch: (search: string) => void
}

/** Searches half a second after typing stops [TL-06], or at once on Enter and on clearing. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    onSearch(next)
  }
  const searchSoon = useDebouncedCallback(search, debounceMs)
  const searchNow = (next: string) => {
    searchSoon.cancel()
    search(next)
  }
  const clear = () => {
    setText('')
    searchNow('')
  }
  useEffect(() => {
    // Back and forward change the URL under the box; what this box has sent itself does not come back into it.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      className={classes.search}
      role="searchbox"
      aria-label="Search tasks"
      placeholder="Name or URL"
      maxLength={200}
      data-search
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd aria-hidden className={classes.slash}>
            /
          </Kbd>
        ) : (
          <CloseButton aria-label="Clear search" size={40} iconSize={16} onClick={clear} />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchSoon(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(text.trim())
        if (event.key === 'Escape' && text !== '') clear()
      }}
    />
  )
}
