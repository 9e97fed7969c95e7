import { expect, it } from 'vitest'
import { headerPairs } from './read-headers.ts'

it.each<[turns: string[], pairs: [string, string][]]>([
  [[], []],
  [
    ['Host', 'x', 'X-Twice', '1', 'x-twice', '2'],
    [
      ['Host', 'x'],
      ['X-Twice', '1'],
      ['x-twice', '2'],
    ],
  ],
  [['Lone'], [['Lone', '']]],
])('%j', (turns, pairs) => expect(headerPairs(turns)).toEqual(pairs))
