import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { textOf } from '@knockwire/domain/conditions/json-value'
import type { HeaderList } from '@knockwire/domain/headers/header-list'
import { readDate, readPercent } from '@knockwire/domain/rates/read-table'
import { isTable, type RateExtraction, type RateSourceFile } from '@knockwire/domain/rates/source-file'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** What one extraction gave. */
export interface Extracted {
  extraction: RateExtraction
  /** As it stands in the source; null where the place is not there. */
  text: string | null
  /** Percent; null where there is none. */
  rate: number | null
  /** Why nothing of the source is believed; null where this value is in order, which it may be without a rate. */
  problem: string | null
}

/** What a source gives for one effective date. */
export interface SourceDay {
  date: string
  values: Extracted[]
}

/** `days`: oldest first, the last is the current one. Where `problem` is set, none of them is to be believed. */
export interface SourceReading {
  days: SourceDay[]
  problem: string | null
}

/** What a source answered. Its type says, for instance, that it is XML, which need not say so itself. */
export interface SourceBody {
  text: string
  contentType?: string | undefined
}

/** How far back a table's rows are read: what the longest chart shows. */
const historyDays = 1827
/** A source may give a date before it comes; one beyond that is misread. */
const aheadDays = 14
const dayMs = 86_400_000

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Reads a source's body with the same code as conditions read theirs, in the sandbox, whatever its origin. */
export const readSource = async (
  sandbox: Sandbox,
  source: RateSourceFile,
  body: SourceBody,
  nowMs: number,
): Promise<SourceReading> => {
  const read = isTable(source) ? readRows : readPlaces
  const reading = await read(sandbox, source, body, nowMs)
  return reading.problem === null ? { ...reading, problem: problemOf(reading.days.at(-1)) } : reading
}

const failed = (problem: string): SourceReading => ({ days: [], problem })

const problemOf = (current: SourceDay | undefined): string | null => {
  if (current === undefined) return 'The source gives no rates.'
  const problem = current.values.find((value) => value.problem !== null)?.problem ?? null
  if (problem !== null) return problem
  return current.values.every(({ rate }) => rate === null) ? 'The source gives no rate at all.' : null
}

const extracted = (extraction: RateExtraction, text: string | null, reason: string | null): Extracted => {
  const nothing = { extraction, text, rate: null }
  const { product, at, isOptional } = extraction
  if (text === null) {
    const problem = `${product}: there is nothing at ${at}${reason === null ? '' : ` (${reason})`}.`
    return { ...nothing, problem: isOptional && reason === null ? null : problem }
  }
  const cell = readPercent(text)
  if (cell.kind === 'rate') return { ...nothing, rate: cell.rate, problem: null }
  const shown = text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
  return { ...nothing, problem: cell.kind === 'missing' ? null : `${product}: "${shown}" at ${at} is no rate.` }
}

const readRows = async (
  sandbox: Sandbox,
  source: RateSourceFile,
  body: SourceBody,
  nowMs: number,
): Promise<SourceReading> => {
  const { key, delimiter = ',', effectiveDate, rates } = source
  if (effectiveDate === null) return failed('A table needs the column of its dates.')
  const query = {
    delimiter,
    dateColumn: effectiveDate.at,
    dateFormat: effectiveDate.format,
    columns: rates.map(({ at }) => at),
    from: dayOf(nowMs - historyDays * dayMs),
    to: dayOf(nowMs),
  }
  const outcome = await sandbox.run(`rate source ${key}`, { kind: 'table', body: body.text, query })
  if (outcome.kind !== 'answered') return failed(outcome.reason)
  if (outcome.answer.kind === 'unreadable') return failed(outcome.answer.problem)
  // A date that stands there twice is corrected by its last row; a day is stored once.
  const rowOf = new Map(outcome.answer.rows.map(({ date, cells }) => [date, cells]))
  const days = [...rowOf].map(([date, cells]) => ({
    date,
    values: rates.map((extraction, index) => extracted(extraction, cells[index] ?? null, null)),
  }))
  return { days, problem: null }
}

/** For the condition's code, which compares as well; here only the value counts. */
const operandOf = ({ format }: RateSourceFile, property: string): SimpleCondition => ({
  source: format === 'json' ? 'response_body_json' : 'response_body_html_element',
  property,
  comparison: 'any',
  rightValue: null,
})

const readPlaces = async (
  sandbox: Sandbox,
  source: RateSourceFile,
  body: SourceBody,
  nowMs: number,
): Promise<SourceReading> => {
  const { key, effectiveDate, rates } = source
  const places = [...rates.map(({ at }) => at), ...(effectiveDate === null ? [] : [effectiveDate.at])]
  const operands = places.map((place) => operandOf(source, place))
  const headers: HeaderList = body.contentType === undefined ? [] : [['content-type', body.contentType]]
  const outcome = await sandbox.run(`rate source ${key}`, { kind: 'read', body: body.text, headers, operands })
  if (outcome.kind !== 'answered') return failed(outcome.reason)
  const found = outcome.answer.map(({ value, problem }) => ({ text: value === null ? null : textOf(value), problem }))
  const values = rates.map((extraction, index) =>
    extracted(extraction, found[index]?.text ?? null, found[index]?.problem ?? null),
  )
  const date = effectiveDate === null ? dayOf(nowMs) : readDate(found.at(-1)?.text ?? '', effectiveDate.format)
  if (date !== null && date <= dayOf(nowMs + aheadDays * dayMs)) return { days: [{ date, values }], problem: null }
  const shown = found.at(-1)?.text?.slice(0, 60).toWellFormed()
  const problem = shown === undefined ? 'There is no effective date' : `"${shown}" is no effective date`
  return { days: [{ date: dayOf(nowMs), values }], problem: `${problem} at ${effectiveDate?.at}.` }
}
