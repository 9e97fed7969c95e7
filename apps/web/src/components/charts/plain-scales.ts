export const dayMs = 86_400_000

// For pages that have no room for @visx/scale: with the time and color formats that it brings, the scripts of the page of rates
// would pass 90 KB.

interface Scale {
  /** A value's place in pixels. */
  toPixel: (value: number) => number
  toValue: (pixel: number) => number
}

export const linearScale = ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale => ({
  toPixel: (value) => start + ((value - from) / (to - from)) * (end - start),
  toValue: (pixel) => from + ((pixel - start) / (end - start)) * (to - from),
})

/** Round values (steps of 1, 2 or 5 in some power of ten) within the domain, about `count` of them. */
export const roundTicks = ([from, to]: readonly [number, number], count: number): number[] => {
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => power * factor >= rough) ?? 10)
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}

const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12, 24, 60]
const meanMonthMs = 30.44 * dayMs

/**
 * Epoch milliseconds within the domain, at most about `count`: the first of every n-th month (of each quarter, each year),
 * or every n-th day where the domain is too short for months, weeks from Mondays on.
 */
export const timeTicks = ([from, to]: readonly [number, number], count: number): number[] => {
  const rough = (to - from) / count
  const days = daySteps.find((step) => step * dayMs >= rough)
  return days === undefined
    ? monthTicks([from, to], monthSteps.find((step) => step * meanMonthMs >= rough) ?? 120)
    : dayTicks([from, to], days * dayMs)
}

/** 1970 began with a Thursday. */
const firstMonday = 4 * dayMs

const dayTicks = ([from, to]: readonly [number, number], step: number): number[] => {
  const first = Math.ceil((from - firstMonday) / step)
  const last = Math.floor((to - firstMonday) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => firstMonday + (first + index) * step)
}

const monthTicks = ([from, to]: readonly [number, number], step: number): number[] => {
  const ticks = []
  for (let month = Math.floor(monthOf(from) / step) * step; firstOf(month) <= to; month += step) {
    if (firstOf(month) >= from) ticks.push(firstOf(month))
  }
  return ticks
}

/** Months since the year 0, and back. */
const monthOf = (time: number) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth()
const firstOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12)
