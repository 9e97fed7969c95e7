import { Pagination } from '@mantine/core'

interface PageLinksProps {
  pages: number
  /** Counts from 0. */
  page: number
  onChange: (page: number) => void
}

export const PageLinks = ({ pages, page, onChange }: PageLinksProps) => (
  <Pagination
    total={pages}
    value={page + 1}
    onChange={(value) => onChange(value - 1)}
    siblings={1}
    boundaries={1}
    getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
    getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
  />
)
