/**
 * A text's structure as positions in it: nothing is copied or converted, so that what is shown is what came. Nodes stand
 * in the text's order in flat arrays, which are cheap to build, to hand from a worker and to keep for half a million nodes.
 */
export interface Outline {
  count: number
  /** One of `nodeKinds`, by its index there. */
  kind: Uint8Array
  depth: Int32Array
  /** -1 at the top. */
  parent: Int32Array
  /** The first node behind this one and all that it contains. */
  next: Int32Array
  /** From 0, among the nodes of the same parent. */
  position: Int32Array
  children: Int32Array
  /** JSON: the member's name with its quotes, else -1. Markup: the opening tag. */
  nameStart: Int32Array
  nameEnd: Int32Array
  /** The whole value or element. */
  start: Int32Array
  end: Int32Array
}

export const nodeKinds = [
  'object',
  'array',
  'string',
  'number',
  'boolean',
  'null',
  'element',
  'text',
  'comment',
  'directive',
] as const
export type NodeKind = (typeof nodeKinds)[number]

type Column = Exclude<keyof Outline, 'count' | 'kind'>

/** A column's value; 0 beyond its end. */
export const cell = (outline: Outline, column: Column, node: number): number => outline[column][node] ?? 0

export const kindOf = (outline: Outline, node: number): NodeKind => nodeKinds[outline.kind[node] ?? 0] ?? 'object'

type Columns = Record<Column, Int32Array>

const mapColumns = (make: (name: Column) => Int32Array): Columns => ({
  depth: make('depth'),
  parent: make('parent'),
  next: make('next'),
  position: make('position'),
  children: make('children'),
  nameStart: make('nameStart'),
  nameEnd: make('nameEnd'),
  start: make('start'),
  end: make('end'),
})

const kindIndex = new Map<NodeKind, number>(nodeKinds.map((kind, index) => [kind, index]))

/** The memory behind an outline, which can be handed to or from a worker without a copy. */
export const buffersOf = ({ count: _count, ...columns }: Outline): ArrayBuffer[] =>
  Object.values(columns).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))

/** Collects nodes as a reader comes by them. No step recurses, so no depth overflows the stack. */
export class OutlineBuilder {
  #size = 256
  #columns = mapColumns(() => new Int32Array(256))
  #kinds = new Uint8Array(256)
  readonly #open: number[] = []
  count = 0

  get depth(): number {
    return this.#open.length
  }

  /** The node that is open, -1 at the top. */
  get current(): number {
    return this.#open.at(-1) ?? -1
  }

  kindOf(node: number): NodeKind | undefined {
    return nodeKinds[this.#kinds[node] ?? 0]
  }

  get(column: Column, node: number): number {
    return this.#columns[column][node] ?? 0
  }

  set(column: Column, node: number, value: number): void {
    this.#columns[column][node] = value
  }

  /** A node without children as long as it is not opened. */
  add(kind: NodeKind, start: number, end: number, nameStart = -1, nameEnd = -1): number {
    if (this.count === this.#size) this.#grow()
    const node = this.count
    const parent = this.current
    this.count++
    this.#kinds[node] = kindIndex.get(kind) ?? 0
    const columns = this.#columns
    columns.depth[node] = this.#open.length
    columns.parent[node] = parent
    columns.next[node] = node + 1
    if (parent >= 0) {
      const position = columns.children[parent] ?? 0
      columns.position[node] = position
      columns.children[parent] = position + 1
    }
    columns.nameStart[node] = nameStart
    columns.nameEnd[node] = nameEnd
    columns.start[node] = start
    columns.end[node] = end
    return node
  }

  open(node: number): void {
    this.#open.push(node)
  }

  close(end: number): void {
    const node = this.#open.pop()
    if (node === undefined) return
    this.set('end', node, end)
    this.set('next', node, this.count)
  }

  /** Forgets the newest node, which has no children. */
  removeLast(): void {
    this.count--
    const parent = this.get('parent', this.count)
    if (parent >= 0) this.set('children', parent, this.get('children', parent) - 1)
    this.set('children', this.count, 0)
    this.set('position', this.count, 0)
  }

  build(): Outline {
    return {
      count: this.count,
      kind: this.#kinds.slice(0, this.count),
      ...mapColumns((name) => this.#columns[name].slice(0, this.count)),
    }
  }

  #grow(): void {
    this.#size *= 2
    const smaller = this.#columns
    this.#columns = mapColumns((name) => {
      const larger = new Int32Array(this.#size)
      larger.set(smaller[name])
      return larger
    })
    const kinds = new Uint8Array(this.#size)
    kinds.set(this.#kinds)
    this.#kinds = kinds
  }
}

/** The nodes that stand on their own lines, at most `limit`: those below a folded node do not. */
export function visibleNodes(outline: Outline, isOpen: (node: number) => boolean, limit: number): Int32Array {
  const nodes = new Int32Array(Math.min(outline.count, limit))
  let length = 0
  let node = 0
  while (node < outline.count && length < limit) {
    nodes[length] = node
    length++
    node = cell(outline, 'children', node) > 0 && !isOpen(node) ? cell(outline, 'next', node) : node + 1
  }
  return nodes.subarray(0, length)
}

/** The innermost node whose text, or whose name, begins at or before the position. */
export function nodeAt(outline: Outline, position: number): number {
  let low = 0
  let high = outline.count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (beginOf(outline, middle) <= position) low = middle
    else high = middle - 1
  }
  return low
}

function beginOf(outline: Outline, node: number): number {
  const name = cell(outline, 'nameStart', node)
  return name >= 0 ? name : cell(outline, 'start', node)
}
