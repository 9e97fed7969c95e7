import { Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { patternOf } from './exact-text.tsx'
import classes from '../inspect.module.css'
import { hitsOf, mostHits } from '../reading/lines.ts'
import { Tool } from '../outline/tool.tsx'

/** A search in the text as written, at first for `first`; after the last hit comes the first again. */
export function useSearch(text: string, first = '') {
  const [query, setQuery] = useState(first)
  const [step, setStep] = useState(0)
  const hits = useMemo(() => hitsOf(text, patternOf(query)), [text, query])
  const at = hits.length === 0 ? -1 : ((step % hits.length) + hits.length) % hits.length
  return {
    query: text === '' ? '' : query,
    typed: query,
    type: (next: string) => {
      setQuery(next)
      setStep(0)
    },
    go: (by: 1 | -1) => setStep(step + by),
    at,
    count: hits.length,
    hit: hits[at],
  }
}

/** The field of a search, and its hits. */
export function SearchBar({ label, search }: { label: string; search: ReturnType<typeof useSearch> }) {
  const { at, count, typed } = search
  const field = useRef<HTMLInputElement>(null)
  const isTyped = useRef(search.typed === '')
  // Where it opens with a text, the reader is elsewhere.
  useEffect(() => {
    if (isTyped.current) field.current?.focus()
  }, [])
  return (
    <div className={classes.search}>
      <TextInput
        size="xs"
        aria-label={`Search in ${label.toLowerCase()}`}
        placeholder="Search"
        ref={field}
        value={typed}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          search.go(event.shiftKey ? -1 : 1)
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {typed !== '' && (count === 0 ? 'Not found' : `${at + 1} of ${count}${count === mostHits ? '+' : ''}`)}
      </Text>
      <Tool label="Previous match" icon={IconChevronUp} onClick={() => search.go(-1)} />
      <Tool label="Next match" icon={IconChevronDown} onClick={() => search.go(1)} />
    </div>
  )
}
