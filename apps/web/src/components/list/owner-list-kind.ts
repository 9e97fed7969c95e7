import type { ReactNode } from 'react'
import type { AddressParam } from '../../lib/navigation/address-state.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import type { FilterOption } from './filters/status-filter.tsx'
import type { SelectableRow } from './use-selection.ts'

/** What an item of a list has, whichever kind it is of. */
export interface ListedOwner {
  id: string
  status: string
}

/** A page of such a list. Each item is either active or disabled. */
export interface OwnerPage<Item> {
  results: Item[]
  total: number
  page: number
  counts: { ACTIVE: number; DISABLED: number }
}

/** What the address of a list says. */
export interface ListState {
  search: string
  status: string | undefined
  /** Counts from 0. */
  page: number
}

export interface ListColumn<Item> {
  heading: string
  cell: (item: Item) => ReactNode
  /** Of its heading, for its width. */
  className?: string | undefined
  cellClassName?: string | undefined
  /** What holds the cell's place; its width may differ from row to row. */
  skeleton: { height: number | string; width: number | ((row: number) => string) }
}

/** The classes that each list has of its own. */
type ListClasses = Readonly<Record<string, string>>

/**
 * The list of a kind of owner as data. To add a column, add it to `columns`, and to `renderCard` for phones; to add a state
 * to show only, add it to `filtersOf` and `queryOf`.
 */
export interface OwnerListKind<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> {
  owner: OwnerKind<{ status: string }, Input, Page>
  pageSize: number
  params: { readonly [Name in keyof ListState]: AddressParam<ListState[Name]> }
  /** What of it the call is given. */
  queryOf: (state: ListState) => Record<string, string | undefined>
  /** How many the account has, whether they match or not. */
  countOf: (page: Page) => number
  /** What can be shown only, beside all. */
  filtersOf: (page: Page) => readonly FilterOption<string>[]
  /** Where a draft is made as its page opens; otherwise Create makes it. */
  newDraftPath?: string
  /** Activates what is disabled of all that match. */
  activateMatching?: (state: ListState) => Promise<void>
  /** What it is called in a sentence. */
  selectable: (item: Item) => SelectableRow
  /** Beside its name, and as its name. */
  renderMark?: (item: Item) => ReactNode
  renderName: (item: Item) => ReactNode
  toneOf?: (item: Item) => string
  /** Between the name and what leads to the history. */
  columns: readonly ListColumn<Item>[]
  /** Beneath the name on a phone, where each row is a card. */
  renderCard: (item: Item) => ReactNode
  /** What holds the place of a card's lines. */
  cardSkeleton: readonly ListColumn<Item>['skeleton'][]
  empty: EmptyListTexts<Input>
  classes: ListClasses
}

/** What is shown where there is none: what one is, and an example that works. */
export interface EmptyListTexts<Input> {
  icon: ReactNode
  title: string
  about: ReactNode
  /** Made where it is shown: it may name the page's own address. */
  example: () => Input
  renderExample: (example: Input) => ReactNode
  exampleClassName: string | undefined
}
