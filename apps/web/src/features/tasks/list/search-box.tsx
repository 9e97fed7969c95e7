import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useSearchText } from '../../../lib/use-search-text.ts'
import classes from './task-list.module.css'

interface SearchBoxProps {
  /** The search in the URL. */
  value: string
  onSearch: (search: string) => void
}

/** Searches half a second after typing stops [TL-06], or at once on Enter and on clearing. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, type, searchNow, clear } = useSearchText(value, onSearch)
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
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') searchNow()
        if (key === 'Escape' && text !== '') clear()
      }}
    />
  )
}
