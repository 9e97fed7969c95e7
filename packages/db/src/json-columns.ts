import { keepValue, mayLoseValue } from '@knockwire/domain/conditions/comparing/exact-number'

/** Reads a column of JSON: a number that JavaScript's cannot hold, such as an id in a verdict, comes back as it was written. */
export const parseJsonColumn = (text: string): unknown =>
  JSON.parse(text, mayLoseValue.test(text) ? keepValue : undefined)
