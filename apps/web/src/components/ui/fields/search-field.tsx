import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSearchText } from '../../../lib/navigation/use-search-text.ts'
import { ToolbarInput } from './toolbar-fields.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  /** The search in the address. */
  value: string
  onSearch: (text: string) => void
  isSmall?: boolean
  className?: string | undefined
  /** Where nothing is typed. */
  hint?: ReactNode
}

/** Searches half a second after typing stops [TL-06], or at once on Enter and on clearing. */
export function SearchField({ value, onSearch, hint, isSmall = false, ...props }: SearchFieldProps) {
  const { text, type, searchNow, clear } = useSearchText(value, onSearch)
  const iconSize = isSmall ? 14 : 16
  return (
    <ToolbarInput
      {...props}
      isSmall={isSmall}
      role="searchbox"
      maxLength={200}
      data-search
      icon={<IconSearch size={iconSize} aria-hidden />}
      action={
        text === '' ? (
          hint
        ) : (
          <ActionIcon aria-label="Clear search" {...(isSmall && { size: 28 })} onClick={clear}>
            <IconX size={iconSize} aria-hidden />
          </ActionIcon>
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
