// Not @visx/scale: with the time and color formats that it brings, the page's scripts would pass 90 KB.

export interface Scale {
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

/** Evenly spaced times within the domain, epoch milliseconds. */
export const timeTicks = ([from, to]: readonly [number, number], count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((index + 0.5) * (to - from)) / count)
