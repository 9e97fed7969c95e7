import { lenderName, loanPurposeLabels, rateProductLabels } from '@knockwire/domain/rates/labels'
import { type LoanInput, RateProduct } from '@knockwire/domain/rates/loan'
import type { RateRow, RateSourceKind, RateType } from '@knockwire/domain/rates/rate-row'
import type { SentRates } from '@knockwire/domain/rates/rate-subscription'
import { mailHtml, paint } from '@knockwire/services/mail/mail-frame'
import type { Mail } from '@knockwire/services/mail/mail'
import { createElement as h } from 'react'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const percentText = (rate: number): string => `${rate.toFixed(3)}%`

/** `2026-11-20` as November 20, 2026. */
export const dateText = (date: string): string => longDate.format(new Date(`${date}T00:00:00Z`))

export const loanText = ({ loanAmount, loanPurpose }: LoanInput): string =>
  `${dollars.format(loanAmount)} (${loanPurposeLabels[loanPurpose]})`

/** A benchmark is always named as one. */
export const sourceText = ({ lender, kind }: { lender: string; kind: RateSourceKind }): string =>
  kind === 'BENCHMARK' ? `${lenderName(lender)} (benchmark, not an offer)` : lenderName(lender)

const rateTypeText: Readonly<Record<RateType, string>> = { NOTE_RATE: 'interest rate', APR: 'APR' }

interface DailyMail {
  loan: LoanInput
  rows: readonly RateRow[]
  /** The day of this email, `YYYY-MM-DD`. */
  day: string
  /** The email before it; null where there is none for this loan. */
  before: { day: string; rates: SentRates['rates'] } | null
  ratesUrl: string
  unsubscribeUrl: string
}

interface Line {
  label: string
  rate: string
  change: string
}

interface Section {
  title: string
  lines: Line[]
  /** Effective date, source and age, in words. */
  origin: string
  url: string
}

/** What the email says, to be remembered for the next. */
export const sentRates = (loan: LoanInput, rows: readonly RateRow[]): SentRates => ({
  ...loan,
  rates: Object.fromEntries(
    rows.map((row) => [
      row.lender,
      Object.fromEntries(
        RateProduct.options.flatMap((product) => (row[product] === null ? [] : [[product, row[product]]])),
      ),
    ]),
  ),
})

/** A reading in floating point: what shows as 0.000 is no change. */
const leastChange = 0.0005

const changeText = (now: number, before: number | undefined): string => {
  if (before === undefined) return 'new'
  const by = now - before
  if (Math.abs(by) < leastChange) return ''
  return `${by < 0 ? 'down' : 'up'} ${Math.abs(by).toFixed(3)} from ${percentText(before)}`
}

const toSection = (row: RateRow, before: DailyMail['before']): Section => {
  const lines = RateProduct.options.map((product): Line => {
    const [label, rate] = [rateProductLabels[product], row[product]]
    if (rate === null) return { label, rate: 'N/A', change: '' }
    const change = before === null ? '' : changeText(rate, before.rates[row.lender]?.[product])
    return { label, rate: percentText(rate), change }
  })
  const [first] = Object.values(row.origins)
  const type = first === undefined ? '' : ` (${rateTypeText[first.rateType]})`
  const age = row.isStale ? '; may be out of date: the source was not updated in time' : ''
  return {
    title: sourceText(row),
    lines,
    origin: `As of ${dateText(row.effectiveDate)}${type}${age}`,
    url: first?.sourceUrl ?? '',
  }
}

const summaryOf = (sections: readonly Section[], before: DailyMail['before']): string => {
  if (before === null) return 'This is your first email for this loan. The next ones also show what changed.'
  const changed = sections.flatMap(({ lines }) => lines).filter(({ change }) => change !== '').length
  const since = `since ${dateText(before.day)}`
  if (changed === 0) return `Nothing changed ${since}.`
  return changed === 1 ? `One rate changed ${since}.` : `${changed} rates changed ${since}.`
}

/** The daily email, in text and in HTML. */
export const dailyMail = (mail: DailyMail): Pick<Mail, 'subject' | 'text'> & { html: string } => {
  const sections = mail.rows.map((row) => toSection(row, mail.before))
  const content = { ...mail, sections, summary: summaryOf(sections, mail.before) }
  return {
    subject: `Mortgage rates on ${dateText(mail.day)} for ${loanText(mail.loan)}`,
    text: toText(content),
    html: toHtml(content),
  }
}

interface Content extends DailyMail {
  sections: readonly Section[]
  summary: string
}

const lineText = ({ label, rate, change }: Line) =>
  `  ${label.padEnd(12)} ${rate.padStart(8)}${change === '' ? '' : `   ${change}`}`

const toText = ({ loan, sections, summary, ratesUrl, unsubscribeUrl }: Content): string =>
  [
    `Rates for a loan of ${loanText(loan)}.\n${summary}`,
    ...sections.map(({ title, lines, origin, url }) =>
      [title, ...lines.map(lineText), `  ${origin}: ${url}`].join('\n'),
    ),
    `All rates and their history: ${ratesUrl}`,
    `--\nYou get this email because you subscribed to daily mortgage rates at Knockwire. To unsubscribe: ${unsubscribeUrl}\n`,
  ].join('\n\n')

const cell = { padding: '4px 12px 4px 0', textAlign: 'left', verticalAlign: 'top', fontSize: '14px' } as const

const lineRow = ({ label, rate, change }: Line) =>
  h(
    'tr',
    { key: label },
    h('th', { scope: 'row', style: { ...cell, fontWeight: 'normal' } }, label),
    h('td', { style: { ...cell, fontWeight: 600, fontVariantNumeric: 'tabular-nums' } }, rate),
    h('td', paint('soft', cell), change),
  )

const sectionPart = ({ title, lines, origin, url }: Section) =>
  h(
    'div',
    { key: title },
    h('h2', { style: { fontSize: '16px', margin: '20px 0 4px' } }, title),
    h('table', { style: { borderCollapse: 'collapse' } }, h('tbody', null, lines.map(lineRow))),
    h(
      'p',
      paint('soft', { margin: '4px 0 0', fontSize: '13px' }),
      `${origin}: `,
      h('a', { href: url, ...paint('link') }, 'source'),
    ),
  )

const toHtml = ({ loan, sections, summary, ratesUrl, unsubscribeUrl }: Content): string =>
  mailHtml({
    heading: `Rates for a loan of ${loanText(loan)}`,
    body: summary,
    children: h('div', { style: { margin: '0 0 20px' } }, sections.map(sectionPart)),
    action: { label: 'All rates and their history', url: ratesUrl },
    footer: {
      text: 'You get this email because you subscribed to daily mortgage rates at Knockwire.',
      link: { label: 'Unsubscribe', url: unsubscribeUrl },
    },
  })
