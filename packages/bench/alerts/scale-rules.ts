interface Rule {
  alert: string
  expr: string
  for?: string
  labels: object
  annotations: object
}

interface Rules {
  groups: { name: string; rules: Rule[] }[]
}

const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** A rate needs a few scrapes, which are a second apart. */
const leastRangeSeconds = 5

const shorten = (text: string, speed: number, least: number): string => {
  const [, count = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(text) ?? []
  return `${Math.max(least, Math.round((Number(count) * (secondsOf[unit] ?? 1)) / speed))}s`
}

/** How long something waits is measured in the trial's time, too: "> 60" of a metric of waiting is so many times less. */
const waits = /((?:knockwire_oldest_\w+_seconds|knockwire_retention_lag_seconds)\)?\s*>\s*)(\d+)/g

/** The shipped rules with every range, delay and waiting time so many times shorter, so that a trial does not take hours. */
export const scaleRules = ({ groups }: Rules, speed: number): Rules => ({
  groups: groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({
      ...rule,
      expr: rule.expr
        .replaceAll(/\[(\d+[smhd])\]/g, (_, range: string) => `[${shorten(range, speed, leastRangeSeconds)}]`)
        .replaceAll(waits, (_, before: string, value: string) => `${before}${Number(value) / speed}`),
      ...(rule.for !== undefined && { for: rule.for === '0m' ? '0s' : shorten(rule.for, speed, 1) }),
    })),
  })),
})
