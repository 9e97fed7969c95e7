import { Kbd } from '@mantine/core'
import { SearchField } from '../../../components/ui/fields/search-field.tsx'
import classes from './task-list.module.css'

interface SearchBoxProps {
  /** The search in the URL. */
  value: string
  onSearch: (search: string) => void
}

export const SearchBox = (props: SearchBoxProps) => (
  <SearchField
    {...props}
    label="Search tasks"
    placeholder="Name or URL"
    className={classes.search}
    hint={
      <Kbd aria-hidden className={classes.slash}>
        /
      </Kbd>
    }
  />
)
