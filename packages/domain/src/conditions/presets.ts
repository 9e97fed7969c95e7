import type { ConditionSource, SimpleCondition } from './condition.ts'
import type { ConditionEvent } from './sources/source.ts'

/** What the latest execution offers for the fields that a preset leaves to be filled in. */
export interface PresetOffer {
  responseTimeMs: number | null
  /** Where its body has values; null where it is no JSON and no page. */
  bodySource: Extract<ConditionSource, 'response_body_json' | 'response_body_html_element'> | null
  /** Of a value in the body, and of a number; empty where there is none. */
  valueProperty: string
  numberProperty: string
  /** That number as it is written; empty where there is none. */
  number: string
}

export const nothingOffered: PresetOffer = {
  responseTimeMs: null,
  bodySource: null,
  valueProperty: '',
  numberProperty: '',
  number: '',
}

/** A comparison whose value may still have to be typed. */
export type PresetOperand = Omit<SimpleCondition, 'rightValue'> & { rightValue: string }

/** The field of the first comparison that is still to be filled in or confirmed. */
export type PresetInput = 'property' | 'rightValue'

export interface ConditionPreset {
  /** What its conditions are decided on. */
  event: ConditionEvent
  label: string
  /** In words: when it notifies. */
  meaning: string
  /** Its alternatives, each of one comparison. */
  operands: (offer: PresetOffer) => readonly PresetOperand[]
  /** What is asked for next; null where the preset is complete. */
  input: (offer: PresetOffer) => PresetInput | null
  /** Whether a condition of these alternatives is this preset, whatever was filled in. */
  matches: (operands: readonly PresetOperand[]) => boolean
}

const operand = (
  source: ConditionSource,
  comparison: SimpleCondition['comparison'],
  rightValue = '',
  property = '',
): PresetOperand => ({ source, property, comparison, rightValue })

/** The HTTP codes from which on a response is an error. */
const firstErrorCode = '400'

const isSame = (one: PresetOperand | undefined, other: PresetOperand): boolean =>
  one?.source === other.source && one.comparison === other.comparison && one.rightValue === other.rightValue

const isOne = (
  operands: readonly PresetOperand[],
  sources: readonly ConditionSource[],
  comparison: SimpleCondition['comparison'],
): boolean => {
  const [first, ...others] = operands
  return first !== undefined && others.length === 0 && sources.includes(first.source) && first.comparison === comparison
}

const bodySources = ['response_body_json', 'response_body_html_element'] as const

const noResponse = operand('response_code', 'is_null')
const errorCode = operand('response_code', 'number_greater_than_or_equal_to', firstErrorCode)

const presets = {
  down: {
    event: 'execution',
    label: 'It is down',
    meaning:
      'Notifies when no response arrives, for example after a timeout, and when the status code is 400 or above.',
    operands: () => [noResponse, errorCode],
    input: () => null,
    matches: ([first, second, ...others]) =>
      others.length === 0 && isSame(first, noResponse) && isSame(second, errorCode),
  },
  slow: {
    event: 'execution',
    label: 'It is slow',
    meaning: 'Notifies when a response takes longer than the limit, in milliseconds.',
    operands: ({ responseTimeMs }) => [
      operand('response_time', 'number_greater_than', String(slowLimit(responseTimeMs))),
    ],
    input: () => 'rightValue',
    matches: (operands) => isOne(operands, ['response_time'], 'number_greater_than'),
  },
  page: {
    event: 'execution',
    label: 'The page changed',
    meaning:
      'Notifies when anything in the response body changes. If the page contains a date or a counter, choose “A value changed”.',
    operands: () => [operand('response_body_text', 'has_changed')],
    input: () => null,
    matches: (operands) => isOne(operands, ['response_body_text'], 'has_changed'),
  },
  value: {
    event: 'execution',
    label: 'A value changed',
    meaning:
      'Notifies when one value in the response body changes: the one at a JSON path, or that of an HTML element.',
    operands: ({ bodySource, valueProperty }) => [
      operand(bodySource ?? 'response_body_json', 'has_changed', '', valueProperty),
    ],
    input: () => 'property',
    matches: (operands) => isOne(operands, bodySources, 'has_changed'),
  },
  limit: {
    event: 'execution',
    label: 'A value crosses a limit',
    meaning:
      'Notifies when a number in the response body rises above the limit. For a lower limit, choose “Number less than”.',
    operands: ({ bodySource, numberProperty, number }) => [
      operand(bodySource ?? 'response_body_json', 'number_greater_than', number, numberProperty),
    ],
    input: ({ numberProperty }) => (numberProperty === '' ? 'property' : 'rightValue'),
    matches: (operands) =>
      isOne(operands, bodySources, 'number_greater_than') || isOne(operands, bodySources, 'number_less_than'),
  },
  field: {
    event: 'request',
    label: 'A value in the body matches',
    meaning: 'Notifies of requests whose JSON body has this value at a JSON path.',
    operands: () => [operand('request_body_json', 'string_equal_to')],
    input: () => 'property',
    matches: (operands) => isOne(operands, ['request_body_json'], 'string_equal_to'),
  },
  header: {
    event: 'request',
    label: 'A header matches',
    meaning: 'Notifies of requests with this value in a header, such as the event that a sender names there.',
    operands: () => [operand('request_header', 'string_equal_to')],
    input: () => 'property',
    matches: (operands) => isOne(operands, ['request_header'], 'string_equal_to'),
  },
  text: {
    event: 'request',
    label: 'The body contains a text',
    meaning: 'Notifies of requests with this text anywhere in their body.',
    operands: () => [operand('request_body_text', 'string_contain')],
    input: () => 'rightValue',
    matches: (operands) => isOne(operands, ['request_body_text'], 'string_contain'),
  },
  over: {
    event: 'request',
    label: 'A number crosses a limit',
    meaning:
      'Notifies when a number in the JSON body is above the limit. For a lower limit, choose “Number less than”.',
    operands: () => [operand('request_body_json', 'number_greater_than')],
    input: () => 'property',
    matches: (operands) =>
      isOne(operands, ['request_body_json'], 'number_greater_than') ||
      isOne(operands, ['request_body_json'], 'number_less_than'),
  },
} satisfies Record<string, ConditionPreset>

export type PresetName = keyof typeof presets

/** What most people want to be notified of, in the order in which it is offered. */
export const conditionPresets: Readonly<Record<PresetName, ConditionPreset>> = presets

const presetNames = Object.keys(presets) as PresetName[]

export const presetNamesOf = (event: ConditionEvent): PresetName[] =>
  presetNames.filter((name) => presets[name].event === event)

export const isPresetName = (text: string): text is PresetName => Object.hasOwn(presets, text)

/** The preset that these alternatives are; null where they are none, or one of them is of several comparisons. */
export const presetOf = (alternatives: readonly (readonly PresetOperand[])[]): PresetName | null => {
  if (alternatives.some((operands) => operands.length !== 1)) return null
  const operands = alternatives.flat()
  return presetNames.find((name) => conditionPresets[name].matches(operands)) ?? null
}

/** Where nothing is known of the target. */
const usualSlowMs = 2000
const leastSlowMs = 500

/** Three times the latest response time, rounded up to one digit: what varies ordinarily is no alert. */
function slowLimit(responseTimeMs: number | null): number {
  if (responseTimeMs === null) return usualSlowMs
  const limit = Math.max(leastSlowMs, responseTimeMs * 3)
  const unit = 10 ** Math.floor(Math.log10(limit))
  return Math.ceil(limit / unit) * unit
}
