import type { Path } from '../problem.ts'

export interface ReferenceSources {
  /** Undefined where it is not set. */
  env: (name: string) => string | undefined
  /** Null where it cannot be read. `from`: the path of the text that names it, which says in which file it stands. */
  readFile: (path: string, from: Path) => string | null
}

export interface ReferenceProblem {
  path: Path
  message: string
}

/** `$${env:NAME}` stands for `${env:NAME}` itself. `${secret:NAME}` is the server's. */
const reference = /(\$?)\$\{(env|file):([^{}]*)\}/g

/** The document with `${env:NAME}`, `${file:path}` and `bodyFile` replaced by what they name, and each that names nothing. */
export function replaceReferences(
  document: unknown,
  { env, readFile }: ReferenceSources,
): { document: unknown; problems: ReferenceProblem[] } {
  const problems: ReferenceProblem[] = []
  const found = (value: string | null | undefined, path: Path, message: string): string => {
    if (value === null || value === undefined) problems.push({ path, message })
    return value ?? ''
  }
  const replaceText = (text: string, path: Path): string =>
    text.includes('${')
      ? text.replace(reference, (whole, escape: string, kind: string, name: string) => {
          if (escape !== '') return whole.slice(1)
          return kind === 'env'
            ? found(env(name), path, `The environment has no variable ${name}.`)
            : found(readFile(name, path), path, `The file ${name} cannot be read.`)
        })
      : text
  const replace = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return replaceText(value, path)
    if (Array.isArray(value)) return value.map((each, index) => replace(each, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const here = [...path, name]
        const isBody = name === 'bodyFile' && path.at(-1) === 'request' && !path.includes('json')
        if (!isBody || typeof each !== 'string') return [name, replace(each, here)]
        return ['body', found(readFile(each, here), here, `The file ${each} cannot be read.`)]
      }),
    )
  }
  return { document: replace(document, []), problems }
}

/** A text as a file writes it, so that nothing of it is replaced. */
export const escapeReferences = (text: string): string => text.replace(/\$\{(?=(?:env|file):)/g, () => '$${')
