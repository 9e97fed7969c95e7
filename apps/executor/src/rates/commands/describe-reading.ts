import { maxLoanAmount, type RateProduct } from '@knockwire/domain/rates/loan'
import { rateProductLabels } from '@knockwire/domain/rates/labels'
import type { RateExtraction, RateSourceFile } from '@knockwire/domain/rates/source-file'
import { describeCron } from '@knockwire/domain/schedules/cron/cron-words'
import { judgeRate } from '@knockwire/domain/rates/judge-rate'
import type { Extracted, SourceReading } from '../fetch/read-source.ts'

const dollars = new Intl.NumberFormat('en-US')

const amountText = ({ loanAmount: { min, max } }: RateExtraction): string => {
  if (min === 0 && max === maxLoanAmount) return 'any amount'
  if (min === 0) return `up to ${dollars.format(max)}`
  return max === maxLoanAmount ? `from ${dollars.format(min)}` : `${dollars.format(min)} to ${dollars.format(max)}`
}

const labelOf = (product: RateProduct) => rateProductLabels[product].padEnd(12)

const foundText = ({ text, rate, problem }: Extracted, nowMs: number): string => {
  if (problem !== null) return `WRONG: ${problem}`
  if (text === null) return 'nothing there (it is optional)'
  if (rate === null) return `no rate ("${text.trim()}")`
  const doubt = judgeRate(rate, null, nowMs)
  return `${rate} %${doubt === null ? '' : `, which would go into quarantine: ${doubt}`}`
}

const valueLine = (value: Extracted, nowMs: number): string => {
  const { product, purposes, at } = value.extraction
  const of = `${labelOf(product)} ${purposes.join(', ').toLowerCase()}, ${amountText(value.extraction)}`
  return `  ${of}\n    at ${at}\n    ${foundText(value, nowMs)}`
}

/** Says to the author of a source file what each extraction gave. */
export const describeReading = (source: RateSourceFile, { days, problem }: SourceReading, nowMs: number): string => {
  const current = days.at(-1)
  const when = `${describeCron(source.schedule)}, ${source.timezone}`
  const head = [
    `${source.name} (${source.key})`,
    `  ${source.kind}, ${source.rateType}, ${source.format} from ${source.url}`,
    `  fetched: ${when}`,
  ]
  const dates =
    current === undefined
      ? []
      : [`  effective date: ${current.date}${days.length > 1 ? `, and ${days.length - 1} earlier` : ''}`]
  const values = current?.values.map((value) => valueLine(value, nowMs)) ?? []
  const verdict = problem === null ? 'In order.' : `NOT IN ORDER: ${problem}`
  return [...head, ...dates, ...values, verdict].join('\n')
}
