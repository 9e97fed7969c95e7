import { cell, nodeAt, type Outline, visibleNodes } from '@knockwire/domain/bodies/outline'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { type Folding, isOpen, reveal, rowOf, setOpen, treeKey } from '../reading/folding.ts'
import classes from '../inspect.module.css'
import { mostRows } from '../reading/lines.ts'
import { isLong, TreeRow } from './tree-row.tsx'
import { useRemeasure } from './use-remeasure.ts'

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
