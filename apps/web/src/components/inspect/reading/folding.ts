import { cell, type Outline } from '@knockwire/domain/bodies/outline'

/** Which nodes are open: those up to a level, and otherwise those that were toggled. */
export interface Folding {
  /** Nodes of a smaller depth are open unless toggled. */
  openDepth: number
  toggled: ReadonlySet<number>
}

export const isOpen = (outline: Outline, folding: Folding, node: number): boolean =>
  cell(outline, 'depth', node) < folding.openDepth !== folding.toggled.has(node)

export function setOpen(outline: Outline, folding: Folding, node: number, open: boolean): Folding {
  if (isOpen(outline, folding, node) === open) return folding
  const toggled = new Set(folding.toggled)
  if (!toggled.delete(node)) toggled.add(node)
  return { ...folding, toggled }
}

/** Opens whatever the node stands in. */
export function reveal(outline: Outline, folding: Folding, node: number): Folding {
  const toggled = new Set(folding.toggled)
  let hasChanged = false
  for (let at = cell(outline, 'parent', node); at >= 0; at = cell(outline, 'parent', at)) {
    if (isOpen(outline, folding, at)) continue
    if (!toggled.delete(at)) toggled.add(at)
    hasChanged = true
  }
  return hasChanged ? { ...folding, toggled } : folding
}

/** The row of a node among visible ones, which stand in their order; -1 where it is not visible. */
export function rowOf(nodes: Int32Array, node: number): number {
  let low = 0
  let high = nodes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = nodes[middle] ?? 0
    if (found === node) return middle
    if (found < node) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/**
 * What a key does in a tree (WAI-ARIA's tree pattern): the node to go to, and whether the one at hand opens or closes.
 * Null where the key means nothing here.
 */
export function treeKey(
  key: string,
  at: number,
  { outline, folding, nodes }: { outline: Outline; folding: Folding; nodes: Int32Array },
): { node: number; open?: boolean } | null {
  const row = rowOf(nodes, at)
  const node = (index: number) => nodes[Math.min(Math.max(index, 0), nodes.length - 1)] ?? 0
  const hasChildren = cell(outline, 'children', at) > 0
  const open = hasChildren && isOpen(outline, folding, at)
  switch (key) {
    case 'ArrowDown':
      return { node: node(row + 1) }
    case 'ArrowUp':
      return { node: node(row - 1) }
    case 'PageDown':
      return { node: node(row + 15) }
    case 'PageUp':
      return { node: node(row - 15) }
    case 'Home':
      return { node: node(0) }
    case 'End':
      return { node: node(nodes.length - 1) }
    case 'ArrowRight':
      if (!hasChildren) return { node: at }
      return open ? { node: node(row + 1) } : { node: at, open: true }
    case 'ArrowLeft':
      return open ? { node: at, open: false } : { node: Math.max(cell(outline, 'parent', at), 0) }
    case 'Enter':
    case ' ':
      return hasChildren ? { node: at, open: !open } : { node: at }
    default:
      return null
  }
}
