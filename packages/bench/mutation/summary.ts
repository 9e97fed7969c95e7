import type { MutantResult } from '@stryker-mutator/api/core'

export interface Counts {
  mutants: number
  killed: number
  timedOut: number
  survived: number
  notCovered: number
  /** Not to be judged: they do not run at all, or are left out on purpose. */
  errors: number
  ignored: number
  /** Percent of those that can be judged which the tests notice. */
  score: number
}

export const countMutants = (results: readonly Pick<MutantResult, 'status'>[]): Counts => {
  const count = (...statuses: MutantResult['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  const [killed, timedOut] = [count('Killed'), count('Timeout')]
  const [survived, notCovered] = [count('Survived'), count('NoCoverage')]
  const mutants = killed + timedOut + survived + notCovered
  const [errors, ignored] = [count('RuntimeError', 'CompileError'), count('Ignored')]
  const score = mutants === 0 ? 0 : ((killed + timedOut) / mutants) * 100
  return { mutants, killed, timedOut, survived, notCovered, errors, ignored, score }
}

const schemaFields = /(?:\bz\.(?:object|strictObject)|\.extend|\.pick)\(\s*$/
/** Of `pick`, the compiler takes nothing but true. */
const pickedFields = /\.pick\(\{[^}]*$/
const schemaValues = /\bz\.(?:enum|literal)\([^)]*$/

/**
 * Whether the compiler rejects a mutant wherever the schema's type is used, so that no test has to: a schema that has lost
 * its fields or one of its values. Stryker's own checker of types would leave these out, but needs TypeScript's older API.
 */
export const isCompilersToFind = (
  source: string,
  { location: { start }, mutatorName }: Omit<Located, 'replacement'>,
): boolean => {
  const before = source
    .split('\n')
    .slice(Math.max(0, start.line - 24), start.line)
    .map((line, at, lines) => (at === lines.length - 1 ? line.slice(0, start.column - 1) : line))
    .join('\n')
  if (mutatorName === 'ObjectLiteral') return schemaFields.test(before)
  if (mutatorName === 'BooleanLiteral') return pickedFields.test(before)
  return ['ArrayDeclaration', 'StringLiteral'].includes(mutatorName) && schemaValues.test(before)
}

type Located = Pick<MutantResult, 'location' | 'mutatorName' | 'replacement'>

const longest = 100
const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** The part of a source file that a mutant replaces; lines and columns count from one. */
const originalOf = (source: string, { start, end }: MutantResult['location']) => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n')
}

/** `file:line mutator: original → replacement` */
export const describeMutant = (file: string, source: string, { location, mutatorName, replacement }: Located): string =>
  `${file}:${location.start.line} ${mutatorName}: ${oneLine(originalOf(source, location))} → ${oneLine(replacement ?? '')}`

export const summaryOf = ({
  score,
  mutants,
  killed,
  timedOut,
  survived,
  notCovered,
  errors,
  ignored,
}: Counts): string =>
  `${score.toFixed(1)} % of ${mutants} mutants: ${killed} killed, ${timedOut} timed out, ${survived} survived, ` +
  `${notCovered} not covered (${errors} could not run, ${ignored} left out)`
