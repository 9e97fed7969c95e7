/** Code that is loaded when it is first needed, or before. */
export interface LazyCode<T> {
  load: () => Promise<T>
  /** Undefined until it is loaded. */
  loaded: () => T | undefined
}

export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let loaded: T | undefined
  return { load: async () => (loaded ??= await load()), loaded: () => loaded }
}
