import { createHash } from 'node:crypto'
import type { Mutant } from '@stryker-mutator/api/core'

/** One of several parts of an area's mutants: parts of equal size, as good as drawn at random, that together are all of them. */
export interface Part {
  /** From one to `of`. */
  number: number
  of: number
}

export const whole: Part = { number: 1, of: 1 }

/** Reads `2/6`. Null for what is no part. */
export const readPart = (text: string): Part | null => {
  const [, number, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  return number !== undefined && of !== undefined && number >= 1 && number <= of ? { number, of } : null
}

export const isWhole = ({ of }: Part): boolean => of === 1

/** Stryker numbers the mutants of the same code in the same way each time, so that the parts of several runs complete each other. */
export const isInPart = (part: Part, { id }: Pick<Mutant, 'id'>): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE() % part.of === part.number - 1

/**
 * By how many percentage points the score of a part may be off from that of the whole, in 95 of 100 draws: the interval of
 * Agresti and Coull, which is not zero for a few mutants that are all noticed.
 */
export const marginOf = (score: number, mutants: number, { of }: Part): number => {
  const share = ((score / 100) * mutants + 2) / (mutants + 4)
  // What has been drawn is not drawn again: the whole has no margin.
  const left = 1 - 1 / of
  return 196 * Math.sqrt(((share * (1 - share)) / (mutants + 4)) * left)
}
