import { type JSONPathEnvironment, JSONPathSyntaxError, jsonpath } from 'json-p3'

const { NumberLiteral } = jsonpath.expressions
type Token = InstanceType<typeof NumberLiteral>['token']
type ParseNumber = (stream: { current: Token }) => InstanceType<typeof NumberLiteral>

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const parseNumber: ParseNumber = ({ current }) => {
  if (!number.test(current.value)) throw new JSONPathSyntaxError(`invalid number literal '${current.value}'`, current)
  return new NumberLiteral(current, Number(current.value))
}

/**
 * Lets a path have numbers such as 0.5 (RFC 9535, section 2.3.5.1): the library rejects each that begins with a zero, for the
 * sake of 007, which is none.
 */
export function readZeroDecimals(environment: JSONPathEnvironment): void {
  const parsers: unknown = Reflect.get(Object(Reflect.get(environment, 'parser')), 'tokenMap')
  if (!(parsers instanceof Map) || !parsers.has('NUMBER')) throw new RangeError('json-p3 has no parser of numbers.')
  parsers.set('NUMBER', parseNumber)
}
