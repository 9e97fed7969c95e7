import { tagName } from '@knockwire/domain/bodies/markup-outline'
import { cell, kindOf, nodeAt, type Outline, visibleNodes } from '@knockwire/domain/bodies/outline'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { ExactText } from '../text/exact-text.tsx'
import { type Folding, isOpen, reveal, rowOf, setOpen, treeKey } from '../reading/folding.ts'
import classes from '../inspect.module.css'
import { mostRows } from '../reading/lines.ts'
import { useRemeasure } from './use-remeasure.ts'

/** Longer values are cut in their rows, in characters. */
const longValue = 200

/** Deeper rows are indented no further. */
const deepestIndent = 24

interface BodyTreeProps {
  label: string
  text: string
  outline: Outline
  folding: Folding
  onFold: (folding: Folding) => void
  active: number
  onActivate: (node: number) => void
  /** Shows the whole of a long value. */
  onShowAll: (node: number) => void
  isWrapped: boolean
  query: string
  /** The position that is searched for; its node is revealed and becomes active. */
  hit: number | undefined
}

/** A body's structure as a tree that folds, built on its text as written. Only the rows in sight are drawn. */
export function BodyTree(props: BodyTreeProps) {
  const { label, text, outline, folding, onFold, active, onActivate, onShowAll, isWrapped, query, hit } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const nodes = useMemo(
    () => visibleNodes(outline, (node) => isOpen(outline, folding, node), mostRows),
    [outline, folding],
  )
  // The rule is about the React compiler, which does not build this.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => box.current,
    estimateSize: () => 24,
    overscan: 12,
    getItemKey: (row) => nodes[row] ?? row,
  })
  useRemeasure(rows, isWrapped)
  useReveal(props)
  // A hit's row exists only after what it stands in was opened.
  const requestedRow = hit === undefined ? -1 : rowOf(nodes, nodeAt(outline, hit))
  useEffect(() => {
    if (requestedRow >= 0) rows.scrollToIndex(requestedRow, { align: 'center' })
  }, [requestedRow, hit, rows])

  const go = (node: number, open?: boolean) => {
    if (open !== undefined) onFold(setOpen(outline, folding, node, open))
    onActivate(node)
    const row = rowOf(nodes, node)
    if (row >= 0) rows.scrollToIndex(row, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = treeKey(event.key, active, { outline, folding, nodes })
    if (action === null) return
    event.preventDefault()
    if ((event.key === 'Enter' || event.key === ' ') && isLong(outline, active)) onShowAll(active)
    go(action.node, action.open)
  }

  return (
    <>
      <div
        ref={box}
        className={classes.box}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={rowOf(nodes, active) >= 0 ? `${id}-${active}` : undefined}
        data-wrapped={isWrapped || undefined}
        onKeyDown={onKeyDown}
      >
        <div role="none" className={classes.all} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const node = nodes[index] ?? 0
            return (
              <div
                key={node}
                role="none"
                ref={rows.measureElement}
                data-index={index}
                className={classes.place}
                style={{ transform: `translateY(${start}px)` }}
              >
                <TreeRow
                  id={`${id}-${node}`}
                  text={text}
                  outline={outline}
                  node={node}
                  isOpen={isOpen(outline, folding, node)}
                  isActive={node === active}
                  query={query}
                  onPress={() => {
                    const hasChildren = cell(outline, 'children', node) > 0
                    if (hasChildren) onFold(setOpen(outline, folding, node, !isOpen(outline, folding, node)))
                    onActivate(node)
                  }}
                  onShowAll={() => {
                    onActivate(node)
                    onShowAll(node)
                  }}
                />
              </div>
            )
          })}
        </div>
      </div>
      {nodes.length === mostRows && (
        <p className={classes.note}>The rest is too long to show. Download the body to read it.</p>
      )}
    </>
  )
}

/** Opens what a hit stands in, and makes it active: once for each hit. */
function useReveal({ outline, folding, onFold, onActivate, hit }: BodyTreeProps): void {
  const revealed = useRef<number>(undefined)
  useEffect(() => {
    if (hit === revealed.current) return
    revealed.current = hit
    if (hit === undefined) return
    const node = nodeAt(outline, hit)
    const opened = reveal(outline, folding, node)
    if (opened !== folding) onFold(opened)
    onActivate(node)
  }, [hit, outline, folding, onFold, onActivate])
}

/** Whether a node's value is cut in its row. */
export const isLong = (outline: Outline, node: number): boolean =>
  cell(outline, 'children', node) === 0 && cell(outline, 'end', node) - cell(outline, 'start', node) > longValue

interface TreeRowProps {
  id: string
  text: string
  outline: Outline
  node: number
  isOpen: boolean
  isActive: boolean
  query: string
  onPress: () => void
  onShowAll: () => void
}

function TreeRow({ id, text, outline, node, isOpen: open, isActive, query, onPress, onShowAll }: TreeRowProps) {
  const depth = cell(outline, 'depth', node)
  const parent = cell(outline, 'parent', node)
  const children = cell(outline, 'children', node)
  return (
    // Keys are the tree's, which has the focus: rows come and go.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={parent < 0 ? undefined : cell(outline, 'children', parent)}
      aria-posinset={parent < 0 ? undefined : cell(outline, 'position', node) + 1}
      aria-expanded={children > 0 ? open : undefined}
      aria-selected={isActive}
      className={classes.row}
      data-kind={kindOf(outline, node)}
      style={{ ['--level' as string]: String(Math.min(depth, deepestIndent)) }}
      onClick={onPress}
    >
      <span aria-hidden className={classes.caret}>
        {children > 0 && (open ? '▾' : '▸')}
      </span>
      {depth > deepestIndent && <span className={classes.deep}>level {depth + 1} </span>}
      {kindOf(outline, node) === 'element' ? (
        <Element text={text} outline={outline} node={node} isOpen={open} query={query} />
      ) : (
        <Value text={text} outline={outline} node={node} query={query} />
      )}
      {isLong(outline, node) && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.showAll}
          onClick={(event) => {
            event.stopPropagation()
            onShowAll()
          }}
        >
          Show all
        </button>
      )}
    </div>
  )
}

type NodeTextProps = Pick<TreeRowProps, 'text' | 'outline' | 'node' | 'query'>

function Value({ text, outline, node, query }: NodeTextProps) {
  const kind = kindOf(outline, node)
  const parent = cell(outline, 'parent', node)
  const nameStart = cell(outline, 'nameStart', node)
  const isItem = nameStart < 0 && parent >= 0 && kindOf(outline, parent) === 'array'
  const children = cell(outline, 'children', node)
  return (
    <>
      {nameStart >= 0 && (
        <>
          <span className={classes.name}>
            <ExactText text={cut(text, nameStart + 1, cell(outline, 'nameEnd', node) - 1)} query={query} />
          </span>
          {': '}
        </>
      )}
      {isItem && (
        <>
          <span className={classes.index}>{cell(outline, 'position', node)}</span>
          {': '}
        </>
      )}
      {kind === 'object' || kind === 'array' ? (
        <span className={classes.count}>{countText(kind, children)}</span>
      ) : (
        <span className={classes.value}>
          <ExactText text={cut(text, cell(outline, 'start', node), cell(outline, 'end', node))} query={query} />
        </span>
      )}
    </>
  )
}

const countText = (kind: 'object' | 'array', count: number): string => {
  if (kind === 'object') return count === 0 ? '{}' : `{ ${count} ${count === 1 ? 'key' : 'keys'} }`
  return count === 0 ? '[]' : `[ ${count} ${count === 1 ? 'item' : 'items'} ]`
}

function Element({ text, outline, node, isOpen: open, query }: NodeTextProps & { isOpen: boolean }) {
  const hasChildren = cell(outline, 'children', node) > 0
  const start = cell(outline, 'start', node)
  const shown = cut(text, start, cell(outline, hasChildren ? 'nameEnd' : 'end', node))
  return (
    <span className={classes.tag}>
      <ExactText text={shown} query={query} />
      {hasChildren && !open && `…</${tagName(text, outline, node)}>`}
    </span>
  )
}

function cut(text: string, start: number, end: number): string {
  if (end - start <= longValue) return text.slice(start, end)
  const last = text.charCodeAt(start + longValue - 1)
  const length = last >= 0xd8_00 && last <= 0xdb_ff ? longValue - 1 : longValue
  return `${text.slice(start, start + length)}…`
}
