/** Labels as they are typed: `name: value`, one a line. */
export type LabelLines = string

export const linesOfLabels = (labels: Readonly<Record<string, string>>): LabelLines =>
  Object.entries(labels)
    .map(([name, value]) => (value === '' ? name : `${name}: ${value}`))
    .join('\n')
