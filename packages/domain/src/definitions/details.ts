import { z } from 'zod'
import { Description, Labels } from './key.ts'

/** One label a line, `name: value`; a line without a colon is a label without a value. */
const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): [name: string, value: string] => {
      const at = line.indexOf(':')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })

const LabelLines = z.string().transform((text, context) => {
  const lines = readLines(text)
  const twice = lines.find(([name], index) => lines.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined) context.addIssue({ code: 'custom', message: `The label ${twice[0]} stands twice.` })
  const labels = Labels.safeParse(Object.fromEntries(lines))
  if (labels.success) return labels.data
  context.addIssue({ code: 'custom', message: labels.error.issues[0]?.message ?? 'A label is not accepted.' })
  return z.NEVER
})

/** What people write about a task or receiver, as a form has it: labels as lines. */
export const DetailsInput = z.strictObject({
  description: Description.transform((text) => (text.trim() === '' ? null : text)),
  labels: LabelLines,
})
