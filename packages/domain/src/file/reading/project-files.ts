import type { ParsedYaml, Place } from './parse-yaml.ts'
import type { FileProblemAt, Path } from '../problem.ts'

/** A file that was read: its name as its user knows it, and what it holds. */
export interface SourceFile {
  name: string
  parsed: ParsedYaml
}

export interface PlacedIn extends Place {
  file: string
  message: string
}

export interface JoinedFiles {
  /** The main file with what the included ones have. */
  document: unknown
  problems: PlacedIn[]
  /** Whether each of them could be read; else what the document lacks is nobody's problem. */
  isRead: boolean
  /** The file that a part stands in, and where. */
  placed: (problem: FileProblemAt) => PlacedIn
}

const joined = ['channels', 'tasks', 'receivers'] as const

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = ({ name, parsed }: SourceFile, { path, message }: FileProblemAt): PlacedIn => ({
  file: name,
  ...parsed.placeOf(path),
  message,
})

/** What only the main file has; what is within the sections is looked at with all others of theirs. */
const strayFields = (value: unknown): FileProblemAt[] => {
  if (value === null) return []
  if (!isMap(value)) return [{ path: [], message: 'Must be a map of channels, tasks and receivers.' }]
  return Object.keys(value)
    .filter((name) => !(joined as readonly string[]).includes(name))
    .map((name) => ({ path: [name], message: `There is no field ${name} in a file that is included.` }))
}

const isReadable = ({ parsed }: SourceFile) => parsed.value !== null || parsed.problems.length === 0

/** The main file and those that it includes as one document. A key that two files have is a problem of the later one. */
export function joinFiles(main: SourceFile, included: readonly SourceFile[]): JoinedFiles {
  const files = [main, ...included]
  const problems = files.flatMap(({ name, parsed }) => parsed.problems.map((problem) => ({ file: name, ...problem })))
  const document: Record<string, unknown> = isMap(main.parsed.value) ? { ...main.parsed.value } : {}
  const owners = new Map<string, SourceFile>()
  for (const file of files) {
    const { value } = file.parsed
    if (!isReadable(file)) continue
    if (file !== main) problems.push(...strayFields(value).map((problem) => at(file, problem)))
    for (const section of joined) {
      const entries = isMap(value) ? value[section] : undefined
      if (!isMap(entries)) continue
      for (const key of Object.keys(entries)) {
        const owner = owners.get(`${section}/${key}`)
        if (owner !== undefined)
          problems.push(at(file, { path: [section, key], message: `${key} is in ${owner.name}, too.` }))
        owners.set(`${section}/${key}`, owner ?? file)
      }
      const known = document[section]
      if (file !== main) document[section] = { ...entries, ...(isMap(known) ? known : {}) }
    }
  }
  const fileOf = ([section = '', key = '']: Path) => owners.get(`${section}/${key}`) ?? main
  return {
    document: isMap(main.parsed.value) ? document : main.parsed.value,
    problems,
    isRead: files.every(isReadable),
    placed: (problem) => at(fileOf(problem.path), problem),
  }
}

const lineOf = ({ file, line }: PlacedIn) => `${file}:${line}`

/** All that is wrong at once. What a line has against it whose text is wrong already is taken for its consequence. */
export function allProblems({ problems, isRead, placed }: JoinedFiles, others: readonly FileProblemAt[]): PlacedIn[] {
  if (!isRead) return problems
  const lines = new Set(problems.map(lineOf))
  return [...problems, ...others.map(placed).filter((problem) => !lines.has(lineOf(problem)))]
}
