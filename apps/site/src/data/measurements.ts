import sections from './measurements.json' with { type: 'json' }

/** What one measure gave when it was published last. */
export interface Section {
  name: string
  command?: string
  title: string
  measuredOn: string
  machine: string
  figures: Figure[]
}

interface Figure {
  what: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

export const withUnit = (value: number, unit: string) =>
  `${value.toLocaleString('en-US')}${unit && (unit === '%' ? ' %' : ` ${unit}`)}`

const boundOf = ({ value, unit, atLeast, atMost }: Figure) => {
  if (atLeast !== undefined) return `at least ${withUnit(atLeast, unit)}${value < atLeast ? ', missed' : ''}`
  if (atMost !== undefined) return `at most ${withUnit(atMost, unit)}${value > atMost ? ', missed' : ''}`
  return ''
}

/** The benchmark's last published run (`pnpm bench --publish`), ready to be shown. */
export const measurements = (sections as Section[]).map((section) => ({
  ...section,
  figures: section.figures.map((figure) => ({
    what: figure.what,
    value: withUnit(figure.value, figure.unit),
    bound: boundOf(figure),
  })),
}))
