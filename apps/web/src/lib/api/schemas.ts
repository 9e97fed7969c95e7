import type { z } from 'zod'
import { prefetchWhenIdle } from '../navigation/prefetch-when-idle.ts'
import type { responseSchemas } from './response-schemas.ts'

type ResponseSchemas = typeof responseSchemas

/** Loads what checks a value of type `T`. The schema library comes with it, a tenth of what a page would else load first. */
export type LoadSchema<T> = () => Promise<z.ZodType<T>>

/** The schema of a response, by its name in the domain: loaded only where the response has to be checked. */
export const schemaOf =
  <N extends keyof ResponseSchemas>(name: N) =>
  async (): Promise<ResponseSchemas[N]> =>
    (await loadResponseSchemas())[name]

const loadResponseSchemas = async () => (await import('./response-schemas.ts')).responseSchemas

/** The schemas of forms: loaded with the first input of one. */
export const loadFormSchemas = async () => (await import('../forms/form-schemas.ts')).formSchemas

/**
 * Loads them once the page is shown: when an upgrade has replaced the server, the page has to check what it answers, and
 * the files of the page's own build are no longer there.
 */
export const prefetchSchemas = (): void =>
  prefetchWhenIdle(() => Promise.all([loadResponseSchemas(), loadFormSchemas()]))
