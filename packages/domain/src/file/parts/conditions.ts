import { isNumeric } from '../../conditions/comparing/comparisons.ts'
import type { Comparison, Condition, ConditionSource, SimpleCondition } from '../../conditions/condition.ts'
import { alternativesOf, normalizeCondition } from '../../conditions/condition-rules.ts'
import { isNumber } from '../../conditions/numbers.ts'
import { sources } from '../../conditions/sources/registry.ts'
import type { ConditionEvent } from '../../conditions/sources/source.ts'
import type { FileCondition, Leaf, Tests } from '../file-schema.ts'
import { FileProblem, type Path } from '../problem.ts'

/** A source by its name in a file. Those of `beside` have their property there, and their tests beside it. */
const sourceNames = {
  status: { execution: 'response_code', request: null, beside: false },
  time: { execution: 'response_time', request: null, beside: false },
  method: { execution: null, request: 'request_method', beside: false },
  body: { execution: 'response_body_text', request: 'request_body_text', beside: false },
  json: { execution: 'response_body_json', request: 'request_body_json', beside: true },
  html: { execution: 'response_body_html_element', request: 'request_body_html_element', beside: true },
  header: { execution: 'response_header', request: 'request_header', beside: true },
  form: { execution: null, request: 'request_form_field', beside: true },
} as const satisfies Record<string, Record<ConditionEvent, ConditionSource | null> & { beside: boolean }>
type SourceName = keyof typeof sourceNames

const isSourceName = (name: string): name is SourceName => Object.hasOwn(sourceNames, name)

type TestName = keyof Tests
type Operation = Pick<SimpleCondition, 'comparison' | 'rightValue'>

const withText: Partial<Record<TestName, [text: Comparison, number: Comparison]>> = {
  eq: ['string_equal_to', 'number_equal_to'],
  not: ['string_not_equal_to', 'number_not_equal_to'],
  contains: ['string_contain', 'string_contain'],
  notContains: ['string_not_contain', 'string_not_contain'],
  hasKey: ['collection_has_key', 'collection_has_key'],
  hasValue: ['collection_has_value', 'collection_has_value'],
}
const ordered: Partial<Record<TestName, Comparison>> = {
  gt: 'number_greater_than',
  gte: 'number_greater_than_or_equal_to',
  lt: 'number_less_than',
  lte: 'number_less_than_or_equal_to',
}

const plain = (comparison: Comparison): Operation => ({ comparison, rightValue: null })

/** One test of a leaf; a number or a text decides how it is compared. */
function operationOf(name: TestName, value: Tests[TestName] | null): Operation {
  if (name === 'changed') return plain('has_changed')
  if (name === 'always') return plain('any')
  if (name === 'is' || value === true || value === false) {
    if (name === 'null') return plain(value === true ? 'is_null' : 'not_null')
    return plain(value === true ? 'boolean_is_true' : 'boolean_is_false')
  }
  if (value === null) return plain(name === 'not' ? 'not_null' : 'is_null')
  const isExact = typeof value === 'object'
  const rightValue = isExact ? value.number : (value as string | number)
  const order = ordered[name]
  if (order !== undefined) return { comparison: order, rightValue }
  const [text, number] = withText[name] ?? ['string_equal_to', 'number_equal_to']
  return { comparison: isExact || typeof value === 'number' ? number : text, rightValue }
}

/** `status: 200` is `status: { eq: 200 }`. */
const testsOf = (leaf: Leaf, name: SourceName): Tests => {
  if (sourceNames[name].beside) {
    return Object.fromEntries(Object.entries(leaf).filter(([key]) => !isSourceName(key))) as Tests
  }
  const written = leaf[name]
  return typeof written === 'object' ? written : { eq: written }
}

const textOf = (property: unknown): string => (typeof property === 'string' ? property : '')

function operandsOfLeaf(leaf: Leaf, event: ConditionEvent, path: Path): SimpleCondition[] {
  const names = Object.keys(leaf).filter(isSourceName)
  const [name] = names
  if (name === undefined || names.length > 1) {
    throw new FileProblem(path, `Name one source: ${namesOf(event)}.`)
  }
  const source = sourceNames[name][event]
  if (source === null) {
    const what = event === 'execution' ? 'a task' : 'a receiver'
    throw new FileProblem([...path, name], `The condition of ${what} has no ${name}. It has ${namesOf(event)}.`)
  }
  const beside = Object.keys(leaf).find((key) => !isSourceName(key))
  if (!sourceNames[name].beside && beside !== undefined) {
    throw new FileProblem([...path, beside], `Write the test within ${name}: { ${name}: { ${beside}: … } }.`)
  }
  const tests = Object.entries(testsOf(leaf, name)).filter(([, value]) => value !== undefined)
  if (tests.length === 0) throw new FileProblem(path, 'Write a test, such as eq, contains or changed.')
  const property = sourceNames[name].beside ? textOf(leaf[name]) : ''
  return tests.map(([test, value]) => {
    const operation = operationOf(test as TestName, value)
    if (isNumeric(operation.comparison) && !isNumber(operation.rightValue)) {
      throw new FileProblem([...path, ...(sourceNames[name].beside ? [test] : [name, test])], 'Write a number.')
    }
    return { source, property, ...operation }
  })
}

const namesOf = (event: ConditionEvent) =>
  Object.entries(sourceNames)
    .filter(([, name]) => name[event] !== null)
    .map(([name]) => name)
    .join(', ')

/** The condition of a file in the condition language. A leaf of several tests holds where all of them do. */
export function readCondition(written: FileCondition, event: ConditionEvent, path: Path): Condition {
  const alternatives =
    'any' in written
      ? written.any.map((each, index) => operandsOfEach(each, event, [...path, 'any', index]))
      : [operandsOfEach(written, event, path)]
  const [first] = alternatives.flat()
  if (first === undefined) throw new FileProblem(path, 'Write a condition.')
  const isSimple = !('any' in written) && !('all' in written) && alternatives[0]?.length === 1
  return normalizeCondition({
    ...first,
    advancedCondition: isSimple ? null : { orOperands: alternatives.map((andOperands) => ({ andOperands })) },
  })
}

const operandsOfEach = (written: FileCondition, event: ConditionEvent, path: Path): SimpleCondition[] => {
  if ('any' in written) throw new FileProblem(path, 'any cannot stand within all or any.')
  return 'all' in written
    ? written.all.flatMap((leaf, index) => operandsOfLeaf(leaf, event, [...path, 'all', index]))
    : operandsOfLeaf(written, event, path)
}

const testNames = new Map<Comparison, [TestName, value?: boolean]>([
  ['any', ['always', true]],
  ['has_changed', ['changed', true]],
  ['boolean_is_true', ['is', true]],
  ['boolean_is_false', ['is', false]],
  ['is_null', ['null', true]],
  ['not_null', ['null', false]],
  ...Object.entries(withText).flatMap(([name, pair]) =>
    pair.map((comparison): [Comparison, [TestName]] => [comparison, [name as TestName]]),
  ),
  ...Object.entries(ordered).map(([name, comparison]): [Comparison, [TestName]] => [comparison, [name as TestName]]),
])

/** One that is no problem in YAML and JSON. */
const isPlainNumber = (value: SimpleCondition['rightValue']): value is number =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))

const writeValue = ({ comparison, rightValue }: Operation) => {
  if (isNumeric(comparison)) return isPlainNumber(rightValue) ? rightValue : { number: String(rightValue) }
  return comparison === 'collection_has_value' ? (rightValue ?? '') : String(rightValue ?? '')
}

function writeOperand(operand: SimpleCondition): Leaf {
  const [name] =
    Object.entries(sourceNames).find(([, names]) => names[sources[operand.source].event] === operand.source) ?? []
  if (name === undefined || !isSourceName(name)) throw new Error(`no name for the source ${operand.source}`)
  const [test = 'eq', fixed] = testNames.get(operand.comparison) ?? []
  const value = fixed ?? writeValue(operand)
  if (sourceNames[name].beside) return { [name]: operand.property, [test]: value }
  return { [name]: test === 'eq' && typeof value !== 'object' ? value : { [test]: value } }
}

/** The same as a file writes it. */
export function writeCondition(condition: Condition): FileCondition {
  const normal = normalizeCondition(condition)
  if (normal.advancedCondition === null) return writeOperand(normal)
  const alternatives = alternativesOf(normal).map((operands) => operands.map(writeOperand))
  if (alternatives.length === 1) return { all: alternatives[0] ?? [] }
  return {
    any: alternatives.map((leaves) => (leaves.length === 1 && leaves[0] !== undefined ? leaves[0] : { all: leaves })),
  }
}
