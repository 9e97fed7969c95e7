// Where rows are cards, a browser takes them for no table: the roles are written out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './history-table.module.css'
import { isSelectingText } from '../../../components/list/use-row-open.ts'
import { prefetchWhenIdle } from '../../../lib/navigation/prefetch-when-idle.ts'
import { type Mark, useIsMarked } from './mark.ts'
import { OpenedRow } from './opened-row.tsx'
import { RowTime } from './row-time.tsx'

interface HistoryTableProps {
  label: string
  /** Sets the widths of the columns. */
  className?: string | undefined
  /** Names of the columns behind the date. */
  columns: readonly string[]
  /**
   * Loads what an opened row shows. Called when the page has nothing else to do and, again and again, when a row is pointed at.
   */
  preload: () => Promise<unknown>
  /** Rows. */
  children: ReactNode
}

/**
 * A table with a row for each execution or request; a row opens in place. On narrow screens rows are cards.
 */
export function HistoryTable({ label, className, columns, preload, children }: HistoryTableProps) {
  useEffect(() => prefetchWhenIdle(preload), [preload])
  // What fails is loaded again where a row is opened.
  const onIntent = () => void preload().catch(() => {})
  return (
    <table role="table" aria-label={label} className={`${classes.table} ${className ?? ''}`} onKeyDown={moveFocus}>
      <thead role="rowgroup">
        <tr role="row">
          {['Date', ...columns].map((name) => (
            <th key={name} role="columnheader">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" data-history-rows onPointerOver={onIntent} onFocus={onIntent}>
        {children}
      </tbody>
    </table>
  )
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Arrow keys go from row to row; Escape within an opened row closes it, and gives the focus back to it. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const { target, key, currentTarget } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return
  if (key === 'Escape') return closeAround(target)
  const step = steps[key]
  if (step === undefined || !target.hasAttribute('data-row-toggle')) return
  const toggles = [...currentTarget.querySelectorAll<HTMLElement>('[data-row-toggle]')]
  event.preventDefault()
  toggles[step(toggles.indexOf(target), toggles.length)]?.focus()
}

function closeAround(target: HTMLElement): void {
  const details = target.closest('[data-row-details]')
  const toggle = (details?.previousElementSibling ?? target.closest('tr'))?.querySelector<HTMLElement>(
    '[data-row-toggle][aria-expanded="true"]',
  )
  toggle?.click()
  toggle?.focus()
}

/** Whether a row wants to be seen. */
export type RowTone = 'bad' | 'warn' | null

interface Marking {
  mark: Mark
  markedAs: string
}

interface HistoryRowProps {
  /** Of the details, which the row's button controls. */
  detailsId: string
  /** ISO 8601. */
  at: string
  tone: RowTone
  isOpen: boolean
  /** The mouse's main button goes down on the row: what it opens to may be fetched before it is released. */
  onPress: () => void
  onToggle: () => void
  /** The URL names this row, or it was jumped to: it is scrolled into view and highlighted. */
  isLinked?: boolean
  /** It came with the last poll: it slides in. */
  isNew?: boolean
  /** Of the row itself. */
  row?: ComponentProps<'tr'>
  /** Where rows are pointed at together with a chart: the mark, and which of its ids this row is. */
  marking?: Marking
  /** Behind the date. */
  cells: readonly ReactNode[]
  /** Shown below the row while it is open; its code may be loaded then. */
  details: ReactNode
}

export const HistoryRow = (props: HistoryRowProps) => {
  const {
    detailsId,
    at,
    tone,
    isOpen,
    onPress,
    onToggle,
    isLinked = false,
    isNew = false,
    row,
    marking,
    cells,
    details,
  } = props
  return (
    <>
      <Line
        {...row}
        marking={marking}
        role="row"
        ref={useScrollIntoView(isLinked)}
        data-linked={isLinked || undefined}
        data-new={isNew || undefined}
        data-tone={tone}
        data-open={isOpen || undefined}
        aria-current={isLinked || undefined}
        className={`${classes.row} ${row?.className ?? ''}`}
        // A finger may as well be about to scroll.
        onPointerDown={({ pointerType, button }) => pointerType === 'mouse' && button === 0 && onPress()}
        onClick={() => !isSelectingText() && onToggle()}
      >
        <td role="cell">
          <UnstyledButton
            className={classes.toggle}
            data-row-toggle
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
            <RowTime at={at} />
          </UnstyledButton>
        </td>
        {cells.map((cell, column) => (
          <td key={column} role="cell">
            {cell}
          </td>
        ))}
      </Line>
      <OpenedRow id={detailsId} isOpen={isOpen} columns={cells.length + 1}>
        {details}
      </OpenedRow>
    </>
  )
}

type LineProps = ComponentProps<'tr'> & { [data: `data-${string}`]: unknown }

/** The row itself, whose cells are not drawn again as it is pointed at. */
const Line = ({ marking, ...line }: LineProps & { marking: Marking | undefined }) =>
  marking === undefined ? <tr {...line} /> : <MarkedLine {...line} {...marking} />

const MarkedLine = ({ mark, markedAs, ...line }: LineProps & Marking) => (
  <tr
    {...line}
    data-marked={useIsMarked(mark, markedAs) || undefined}
    onMouseEnter={() => mark.set(markedAs)}
    onMouseLeave={() => mark.set(null)}
  />
)

/** Once, when the row that the URL names appears. */
const useScrollIntoView = (isLinked: boolean) => {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return row
}
