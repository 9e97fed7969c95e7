import type { Liquid } from 'liquidjs'
import { ExactNumber } from '../conditions/comparing/exact-number.ts'
import { maxNumberLength } from '../conditions/numbers.ts'

type Compute = (value: bigint, ...args: bigint[]) => bigint

const same: Compute = (value) => value

/** What Liquid's filters for numbers make of integers. */
const filters: Readonly<Record<string, Compute>> = {
  abs: (value) => (value < 0n ? -value : value),
  at_least: (value, least = value) => (value < least ? least : value),
  at_most: (value, most = value) => (value > most ? most : value),
  ceil: same,
  floor: same,
  round: same,
  plus: (value, added = 0n) => value + added,
  minus: (value, taken = 0n) => value - taken,
  times: (value, factor = 1n) => value * factor,
  // As Liquid's own, it has the sign of what it is divided by.
  modulo: (value, divisor = 1n) => ((value % divisor) + divisor) % divisor,
}

const integer = /^-?\d+$/

/** Null where it is no integer, or might be another number than was written. */
const integerOf = (value: unknown): bigint | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  const text = value instanceof ExactNumber || typeof value === 'string' ? String(value).trim() : ''
  return text.length <= maxNumberLength && integer.test(text) ? BigInt(text) : null
}

const isSafe = (value: bigint) => Number.isSafeInteger(Number(value))

/**
 * Liquid computes with JavaScript's numbers, which end at 16 digits: ids and amounts of 19 came out as their neighbors.
 * Where all that a filter is given are integers and one of them, or what comes of them, is beyond, it is computed exactly.
 */
export function registerIntegerFilters(engine: Liquid) {
  for (const [name, compute] of Object.entries(filters)) {
    const filter = engine.filters[name]
    if (filter === undefined) throw new Error(`Liquid has no filter ${name}.`)
    const handler = typeof filter === 'function' ? filter : filter.handler
    engine.registerFilter(name, function exact(value: unknown, ...args: unknown[]) {
      const result = computeExactly(compute, [value, ...args])
      if (result === null) return handler.call(this, value, ...args)
      return isSafe(result) ? Number(result) : new ExactNumber(String(result))
    })
  }
}

const computeExactly = (compute: Compute, values: readonly unknown[]): bigint | null => {
  const [first, ...others] = values.map(integerOf)
  if (first === undefined || first === null) return null
  const args = others.filter((value) => value !== null)
  // Nothing divides by zero, of which Liquid makes no number.
  if (args.length < others.length || (args.includes(0n) && compute === filters['modulo'])) return null
  return compute(first, ...args)
}
