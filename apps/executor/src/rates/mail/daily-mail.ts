import { lenderName, loanPurposeLabels, rateProductLabels } from '@knockwire/domain/rates/labels'
import { type LoanInput, RateProduct } from '@knockwire/domain/rates/loan'
import type { RateRow, RateSourceKind, RateType } from '@knockwire/domain/rates/rate-row'
import type { SentRates } from '@knockwire/domain/rates/rate-subscription'
import { escapeHtml } from '@knockwire/services/channels/email/email-sender'
import type { Mail } from '@knockwire/services/mail/mail'

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
  const age = row.isStale ? '; not updated in time, so it may be out of date' : ''
  return {
    title: sourceText(row),
    lines,
    origin: `As of ${dateText(row.effectiveDate)}${type}${age}`,
    url: first?.sourceUrl ?? '',
  }
}

const summaryOf = (sections: readonly Section[], before: DailyMail['before']): string => {
  if (before === null) return 'This is your first email for this loan; the next ones also say what changed.'
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
    `--\nYou get this email since you subscribed to daily mortgage rates at Knockwire. To unsubscribe: ${unsubscribeUrl}\n`,
  ].join('\n\n')

const cell = 'padding:4px 12px 4px 0;text-align:left;vertical-align:top'

const lineHtml = ({ label, rate, change }: Line) =>
  `<tr><th scope="row" style="${cell};font-weight:normal">${escapeHtml(label)}</th>` +
  `<td style="${cell};font-variant-numeric:tabular-nums"><strong>${escapeHtml(rate)}</strong></td>` +
  `<td style="${cell};color:#767676">${escapeHtml(change)}</td></tr>`

const sectionHtml = ({ title, lines, origin, url }: Section) =>
  `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(title)}</h2>\n` +
  `<table style="border-collapse:collapse">${lines.map(lineHtml).join('\n')}</table>\n` +
  `<p style="margin:4px 0 0;font-size:13px;color:#767676">${escapeHtml(origin)}: ` +
  `<a href="${escapeHtml(url)}" style="color:#2563a8">source</a></p>`

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const toHtml = ({ loan, sections, summary, ratesUrl, unsubscribeUrl }: Content): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0;padding:24px 16px">
<div style="max-width:600px;margin:0 auto;${font};font-size:15px;line-height:1.5">
<h1 style="font-size:20px;margin:0 0 8px">Rates for a loan of ${escapeHtml(loanText(loan))}</h1>
<p style="margin:0">${escapeHtml(summary)}</p>
${sections.map(sectionHtml).join('\n')}
<p style="margin:24px 0 0"><a href="${escapeHtml(ratesUrl)}" style="color:#2563a8">All rates and their history</a></p>
<hr style="border:0;border-top:1px solid #8886;margin:28px 0 12px">
<p style="margin:0;font-size:13px;color:#767676">You get this email since you subscribed to daily mortgage rates at Knockwire. <a href="${escapeHtml(unsubscribeUrl)}" style="color:#767676">Unsubscribe</a></p>
</div>
</body>
</html>
`
