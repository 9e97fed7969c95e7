import { tagName } from '@knockwire/domain/bodies/markup-outline'
import { cell, kindOf, type Outline } from '@knockwire/domain/bodies/outline'
import classes from '../inspect.module.css'
import { ExactText } from '../text/exact-text.tsx'

/** Longer values are cut in their rows, in characters. */
const longValue = 200

/** Deeper rows are indented no further. */
const deepestIndent = 24

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

/** A node in a line, as the text of the body has it. */
export function TreeRow({ id, text, outline, node, isOpen: open, isActive, query, onPress, onShowAll }: TreeRowProps) {
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
