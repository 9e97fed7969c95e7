/** Modules that the same pages load before they are shown, in one piece of the build. */
export interface Part {
  name: string
  modules: readonly string[]
  bytes: number
  pages: readonly string[]
  /** The names of the parts that it imports. */
  imports: readonly string[]
}

/** A file of the build to be. */
interface SharedFile {
  parts: readonly Part[]
  bytes: number
  pages: ReadonlySet<string>
}

interface Layout {
  /** In an order in which a file imports only those before it. */
  files: readonly SharedFile[]
  /** What each page loads. */
  loads: ReadonlyMap<string, Load>
  cost: number
  /** How many files pages load beyond those that one may. */
  excess: number
}

interface Load {
  files: number
  bytes: number
}

export interface Limits {
  /** How many files a page may load. */
  files: number
  /** What a page is to load at most. */
  bytesOf: (page: string) => number
  /** A page that loads no file with what only others need. */
  separatePage?: string
}

/** About what one more file costs a page: its imports and exports, and that it is compressed apart. */
const bytesOfFile = 600

/** A byte costs more the nearer to its limit the page is that loads it. */
const costOf = (bytes: number, limit: number) => (bytes / limit) ** 40

const bytesIn = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Files in an order in which each imports only those before it, or undefined where some import each other. */
function inOrder(imports: ReadonlyMap<readonly Part[], ReadonlySet<readonly Part[]>>): (readonly Part[])[] | undefined {
  const states = new Map<readonly Part[], 'visiting' | 'done'>()
  const ordered: (readonly Part[])[] = []
  const visit = (file: readonly Part[]): boolean => {
    const state = states.get(file)
    if (state !== undefined) return state === 'done'
    states.set(file, 'visiting')
    for (const imported of imports.get(file) ?? []) if (!visit(imported)) return false
    states.set(file, 'done')
    ordered.push(file)
    return true
  }
  return [...imports.keys()].every(visit) ? ordered : undefined
}

/** For each file the others that it imports. */
function importsOf(files: readonly (readonly Part[])[]) {
  const byPart = new Map(files.flatMap((file) => file.map(({ name }) => [name, file] as const)))
  return new Map(
    files.map((file) => {
      const imported = new Set<readonly Part[]>()
      for (const name of file.flatMap((part) => part.imports)) {
        const other = byPart.get(name)
        if (other !== undefined && other !== file) imported.add(other)
      }
      return [file, imported] as const
    }),
  )
}

/** What pages load with these files, or undefined where some of them import each other. */
function layoutOf(unordered: readonly (readonly Part[])[], limits: Limits): Layout | undefined {
  const imports = importsOf(unordered)
  const ordered = inOrder(imports)
  if (ordered === undefined) return undefined
  const pagesOf = new Map(ordered.map((file) => [file, new Set(file.flatMap(({ pages }) => pages))]))
  const loads = new Map<string, Load>()
  for (const file of ordered.toReversed()) {
    const bytes = bytesIn(file) + bytesOfFile
    for (const page of pagesOf.get(file) ?? []) {
      for (const imported of imports.get(file) ?? []) pagesOf.get(imported)?.add(page)
      const load = loads.get(page) ?? { files: 0, bytes: 0 }
      loads.set(page, { files: load.files + 1, bytes: load.bytes + bytes })
    }
  }
  const entries = [...loads]
  return {
    files: ordered.map((parts) => ({ parts, bytes: bytesIn(parts), pages: pagesOf.get(parts) ?? new Set() })),
    loads,
    cost: entries.reduce((sum, [page, { bytes }]) => sum + costOf(bytes, limits.bytesOf(page)), 0),
    excess: entries.reduce((sum, [, { files }]) => sum + Math.max(0, files - limits.files), 0),
  }
}

/**
 * Which parts share a file: those of the same pages, and those that make the pages lighter as one file than as two, or that have to
 * be one for no page to load too many. In an order in which a file imports only those before it.
 */
export function shareFiles(parts: readonly Part[], limits: Limits): (readonly Part[])[] {
  const classes = Map.groupBy(parts, ({ pages }) => pages.toSorted().join(' '))
  let layout = layoutOf([...classes.values()], limits)
  if (layout === undefined) throw new Error('Parts of the build import each other.')
  for (;;) {
    const next = bestMerge(layout, limits)
    if (next === undefined) return layout.files.map((file) => file.parts)
    layout = next
  }
}

/** The layout with two files as one that costs least, for each file less that a crowded page loads. */
function bestMerge(layout: Layout, limits: Limits): Layout | undefined {
  const added = ({ cost, excess }: Layout) => (cost - layout.cost) / Math.max(1, layout.excess - excess)
  const isOfSeparatePage = ({ pages }: SharedFile) => pages.has(limits.separatePage ?? '')
  const pairs = layout.files
    .flatMap((a, at) => layout.files.slice(at + 1).map((b) => ({ a, b })))
    .filter(({ a, b }) => isOfSeparatePage(a) === isOfSeparatePage(b))
    .map(({ a, b }) => ({ a, b, least: leastAdded(layout, a, b, limits) }))
    .toSorted((one, other) => one.least - other.least)
  let best: Layout | undefined
  for (const { a, b, least } of pairs) {
    if (best !== undefined && least >= added(best)) break
    const others = layout.files.filter((file) => file !== a && file !== b).map((file) => file.parts)
    const next = layoutOf([...others, [...a.parts, ...b.parts]], limits)
    if (next === undefined || (next.cost >= layout.cost && next.excess >= layout.excess)) continue
    if (best === undefined || added(next) < added(best)) best = next
  }
  return best
}

/** What two files as one would add at least: without what a page then loads for what they import. */
function leastAdded({ loads }: Layout, a: SharedFile, b: SharedFile, limits: Limits): number {
  let cost = 0
  let relieved = 0
  for (const page of new Set([...a.pages, ...b.pages])) {
    const load = loads.get(page)
    if (load === undefined) continue
    const isOfBoth = a.pages.has(page) && b.pages.has(page)
    const more = isOfBoth ? -bytesOfFile : a.pages.has(page) ? b.bytes : a.bytes
    cost += costOf(load.bytes + more, limits.bytesOf(page)) - costOf(load.bytes, limits.bytesOf(page))
    if (isOfBoth && load.files > limits.files) relieved += 1
  }
  return cost / Math.max(1, relieved)
}
