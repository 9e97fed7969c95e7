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
