import { useSyncExternalStore } from 'react'
import { readJson, readText, writeJson, writeText } from '../../lib/browser/storage.ts'
import { loanAmountOf, loanPurposes, rateTypes, type LoanPurpose, type RateType } from './fields/options.ts'

/** A visitor's choices, stored in this browser [MR-18..MR-20]. */
export interface Choices {
  /** As typed. */
  loanAmount: string
  loanPurpose: LoanPurpose
  visibleRatesFilter: Record<RateType, boolean>
}

/** Former versions stored them under names that begin with it, the amount as text. */
const formerPrefix = 'knockwire.'

const allVisible = Object.fromEntries(rateTypes.map(({ key }) => [key, true])) as Record<RateType, boolean>
const defaultChoices: Choices = { loanAmount: '', loanPurpose: 'REFINANCE', visibleRatesFilter: allVisible }

let choices: Choices | null = null
const listeners = new Set<() => void>()

const read = (key: keyof Choices): unknown => {
  moveFormer(key)
  return readJson('localStorage', key, (stored) => stored)
}

const moveFormer = (key: keyof Choices): void => {
  const former = readText('localStorage', formerPrefix + key)
  if (former === null) return
  if (readText('localStorage', key) === null) writeText('localStorage', key, former)
  writeText('localStorage', formerPrefix + key, null)
}

/** The amount is a number, or null where what is typed is none. */
const storedOf = (key: string, value: unknown): unknown => (key === 'loanAmount' ? loanAmountOf(String(value)) : value)

const readChoices = (): Choices => {
  const amount = read('loanAmount')
  const purpose = read('loanPurpose')
  const filter = read('visibleRatesFilter')
  const isVisible = (key: RateType) =>
    !(typeof filter === 'object' && filter !== null && Reflect.get(filter, key) === false)
  return {
    loanAmount: typeof amount === 'number' || typeof amount === 'string' ? String(amount).slice(0, 20) : '',
    loanPurpose: loanPurposes.find(({ value }) => value === purpose)?.value ?? 'REFINANCE',
    visibleRatesFilter: Object.fromEntries(
      rateTypes.map(({ key }) => [key, isVisible(key)]),
    ) as Choices['visibleRatesFilter'],
  }
}

const currentChoices = (): Choices => (choices ??= readChoices())

export const changeChoices = (change: Partial<Choices>): void => {
  choices = { ...currentChoices(), ...change }
  for (const [key, value] of Object.entries(change)) writeJson('localStorage', key, storedOf(key, value))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The prerendered page shows the defaults; the stored choices replace them before the first paint after hydration. */
export const useChoices = (): Choices => useSyncExternalStore(subscribe, currentChoices, () => defaultChoices)
