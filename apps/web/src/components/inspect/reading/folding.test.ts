import { outlineJson } from '@knockwire/domain/bodies/json-outline'
import { visibleNodes } from '@knockwire/domain/bodies/outline'
import { expect, it } from 'vitest'
import { type Folding, isOpen, reveal, setOpen, treeKey } from './folding.ts'

// 0 {  1 a:[  2 [ 3 1 ]  4 2 ]  5 b:3 }
const outline = outlineJson('{"a":[[1],2],"b":3}')
if (!outline) throw new Error('no JSON')
const folding: Folding = { openDepth: 2, toggled: new Set() }
const rows = (state: Folding) => visibleNodes(outline, (node) => isOpen(outline, state, node), 100)
const press = (key: string, at: number, state = folding) =>
  treeKey(key, at, { outline, folding: state, nodes: rows(state) })

it('a tree folds and unfolds one node, and opens what a hit stands in', () => {
  expect([...rows(folding)]).toEqual([0, 1, 2, 4, 5])
  const folded = setOpen(outline, folding, 1, false)
  expect([...rows(folded)]).toEqual([0, 1, 5])
  expect(setOpen(outline, setOpen(outline, folded, 1, true), 1, true).toggled.size).toBe(0)
  expect([...rows(reveal(outline, folded, 3))]).toEqual([0, 1, 2, 3, 4, 5])
  expect(reveal(outline, folding, 2)).toBe(folding)
})

it('a tree moves its focus by the arrow keys', () => {
  expect(press('ArrowDown', 2)).toEqual({ node: 4 })
  expect(press('ArrowDown', 5)).toEqual({ node: 5 })
  expect(press('ArrowUp', 4)).toEqual({ node: 2 })
  expect(press('Home', 4)).toEqual({ node: 0 })
  expect(press('End', 0)).toEqual({ node: 5 })
  expect(press('ArrowRight', 2)).toEqual({ node: 2, open: true })
  expect(press('ArrowRight', 1)).toEqual({ node: 2 })
  expect(press('ArrowRight', 5)).toEqual({ node: 5 })
  expect(press('ArrowLeft', 1)).toEqual({ node: 1, open: false })
  expect(press('ArrowLeft', 2)).toEqual({ node: 1 })
  expect(press('ArrowLeft', 0, { openDepth: 0, toggled: new Set() })).toEqual({ node: 0 })
  expect(press('Enter', 2)).toEqual({ node: 2, open: true })
  expect(press('x', 2)).toBeNull()
})
