import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { Table } from '../ui/layout/table.tsx'
import type { ListColumn, ListedOwner, OwnerListKind, OwnerPage } from './owner-list-kind.ts'
import { RowCheckbox, SelectAll } from './row-checkbox.tsx'
import listClasses from './rows.module.css'
import { useRowOpen } from './use-row-open.ts'
import type { Selection } from './use-selection.ts'

interface ListProps<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> {
  list: OwnerListKind<Item, Page, Input>
}

interface ItemProps<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> extends ListProps<
  Item,
  Page,
  Input
> {
  item: Item
}

interface RowsProps<Item extends ListedOwner, Page extends OwnerPage<Item>, Input> extends ListProps<
  Item,
  Page,
  Input
> {
  items: readonly Item[]
  selection: Selection
}

function OwnerName<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  item,
  selection,
}: ItemProps<Item, Page, Input> & { selection: Selection }) {
  const { title } = list.selectable(item)
  return (
    <span className={list.classes['name']}>
      <RowCheckbox id={item.id} name={title} selection={selection} />
      {list.renderMark?.(item)}
      <Link
        to={paths.owner({ kind: list.owner.kind, id: item.id })}
        className={list.classes['nameLink']}
        title={title}
        data-row-link
      >
        {list.renderName(item)}
      </Link>
    </span>
  )
}

function HistoryButton<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  item,
}: ItemProps<Item, Page, Input>) {
  return (
    <Button
      component={Link}
      to={paths.history({ kind: list.owner.kind, id: item.id })}
      variant="subtle"
      color="gray"
      px={8}
      className={listClasses.history}
      aria-label={`History of ${list.selectable(item).title}`}
    >
      History
    </Button>
  )
}

export function OwnerTable<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  items,
  selection,
}: RowsProps<Item, Page, Input>) {
  const open = useRowOpen()
  const { owner, columns, classes } = list
  return (
    <Table className={listClasses.table} aria-label={`${owner.title}s`}>
      <thead>
        <tr>
          <th scope="col" className={classes['nameColumn']}>
            <span className={classes['name']}>
              <SelectAll selection={selection} count={items.length} things={`${owner.kind}s`} />
              Name
            </span>
          </th>
          {columns.map(({ heading, className }) => (
            <th key={heading} scope="col" className={className}>
              {heading}
            </th>
          ))}
          <th scope="col" className={listClasses.actionColumn}>
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={item.id}
            className={classes['row']}
            data-list-row
            data-tone={list.toneOf?.(item)}
            {...open(paths.owner({ kind: owner.kind, id: item.id }))}
          >
            <td>
              <OwnerName list={list} item={item} selection={selection} />
            </td>
            {columns.map(({ heading, cell, cellClassName }) => (
              <td key={heading} className={cellClassName}>
                {cell(item)}
              </td>
            ))}
            <td>
              <HistoryButton list={list} item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The table's rows on a phone. */
export function OwnerCards<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  items,
  selection,
}: RowsProps<Item, Page, Input>) {
  const open = useRowOpen()
  const { owner, classes } = list
  return (
    <ul className={listClasses.cards} aria-label={`${owner.title}s`}>
      {items.map((item) => (
        <li
          key={item.id}
          className={classes['card']}
          data-list-row
          data-tone={list.toneOf?.(item)}
          {...open(paths.owner({ kind: owner.kind, id: item.id }))}
        >
          <div className={listClasses.cardHead}>
            <OwnerName list={list} item={item} selection={selection} />
            <HistoryButton list={list} item={item} />
          </div>
          {list.renderCard(item)}
        </li>
      ))}
    </ul>
  )
}

type SkeletonShape = ListColumn<never>['skeleton']

/** Names differ in length, as they will. */
const name: SkeletonShape = { height: 12, width: (row) => `${45 + ((row * 17) % 35)}%` }
const history: SkeletonShape = { height: 'var(--kw-control)', width: 84 }

/** The list's final shape while it loads, with its loading text [TL-16, RL-07]. */
export function OwnerListSkeleton<Item extends ListedOwner, Page extends OwnerPage<Item>, Input>({
  list,
  isPhone,
}: ListProps<Item, Page, Input> & { isPhone: boolean }) {
  const { owner, columns, cardSkeleton, classes } = list
  const shapes: readonly (SkeletonShape & { className?: string | undefined })[] = isPhone
    ? [name, ...cardSkeleton]
    : [name, ...columns.map(({ skeleton, cellClassName }) => ({ ...skeleton, className: cellClassName })), history]
  return (
    <div role="status">
      <p className={listClasses.loading}>Loading {owner.kind} list...</p>
      {Array.from({ length: list.pageSize }, (_, row) => (
        <div key={row} className={isPhone ? listClasses.skeletonCard : classes['skeletonRow']} aria-hidden>
          {shapes.map(({ height, width, className }, index) => (
            <Skeleton
              key={index}
              height={height}
              width={typeof width === 'function' ? width(row) : width}
              className={className ?? ''}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
