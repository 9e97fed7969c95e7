/*
 * What this program and the domain use of the language and Node 20 does not have. Imported before anything else: some of it is used while
 * modules are loaded.
 */

const groupBy = <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index)
    index += 1
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (settle === undefined) throw new Error('A promise calls its function at once.')
  return { promise, ...settle }
}

const parse = (url: string, base?: string): URL | null => (URL.canParse(url, base) ? new URL(url, base) : null)

/** As the language defines its own: found by name, and not listed. */
const provide = (owner: object, name: string, value: unknown): void => {
  if (!Object.hasOwn(owner, name)) Object.defineProperty(owner, name, { value, writable: true, configurable: true })
}

provide(Map, 'groupBy', groupBy)
provide(Promise, 'withResolvers', withResolvers)
provide(URL, 'parse', parse)
