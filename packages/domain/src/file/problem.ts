/** Of a part of a file, from its top: names of fields and positions in lists. */
export type Path = readonly (string | number)[]

/** What is wrong with a file, and where. */
export interface FileProblemAt {
  path: Path
  message: string
}

/** Thrown within a part; the rest of the file is compiled all the same, so that all problems are shown at once. */
export class FileProblem extends Error implements FileProblemAt {
  readonly path: Path

  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** All that keeps an object from being compiled. */
export class FileProblems extends Error {
  readonly problems: readonly FileProblemAt[]

  constructor(problems: readonly FileProblemAt[]) {
    super(problems.map(({ message }) => message).join(' '))
    this.problems = problems
  }
}

/** Each part of an object; what is wrong with one does not hide what is wrong with another. */
export function readAll<Parts extends Record<string, unknown>>(readers: { [K in keyof Parts]: () => Parts[K] }): Parts {
  const problems: FileProblemAt[] = []
  const parts = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, (read as () => unknown)()]
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      problems.push({ path: error.path, message: error.message })
      return [name, null]
    }
  })
  if (problems.length > 0) throw new FileProblems(problems)
  return Object.fromEntries(parts) as Parts
}
