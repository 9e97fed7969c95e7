import { expect, it } from 'vitest'
import { tooltipCorner } from './tooltip-corner.ts'

const box = { left: 56, right: 1000, top: 34, bottom: 208 }
const size = { width: 200, height: 90 }
const place = (x: number, ...points: { x: number; y: number }[]) =>
  tooltipCorner({ at: { x, y: 100 }, points, box, size, distance: 12 })

it('a tooltip stands at the upper right of its point where nothing is in its way', () => {
  expect(place(300)).toEqual({ isLeft: false, isTop: true })
})

it('a tooltip does not cover the peak beside its point', () => {
  expect(place(300, { x: 400, y: 50 })).toEqual({ isLeft: true, isTop: true })
  expect(place(300, { x: 400, y: 50 }, { x: 200, y: 60 })).toEqual({ isLeft: false, isTop: false })
})

it('a tooltip ends within the plot, whatever it covers', () => {
  expect(place(900, { x: 800, y: 50 }, { x: 800, y: 200 }).isLeft).toBe(true)
  expect(place(80, { x: 150, y: 50 }, { x: 150, y: 200 }).isLeft).toBe(false)
})
