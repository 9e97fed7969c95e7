import { Condition, type SimpleCondition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { describe, expect, it } from 'vitest'
import {
  canAddRow,
  clearRowErrors,
  conditionRowsOf,
  errorsWithNewRow,
  errorsWithoutRow,
  groupsOf,
  newAlternative,
  newRowIndex,
  sourceChange,
  toCondition,
  withNewRow,
  withoutRow,
  withRow,
} from './condition-form.ts'

const [start] = conditionRowsOf(defaultCondition)
if (start === undefined) throw new Error('The default condition has no row.')
const rows = [start]
const jsonOperand: SimpleCondition = {
  source: 'response_body_json',
  property: '$.total',
  comparison: 'number_less_than',
  rightValue: 3,
}
const advanced: Condition = {
  ...defaultCondition,
  advancedCondition: {
    orOperands: [
      { andOperands: [{ ...jsonOperand, source: 'response_time', property: '', rightValue: 500 }, jsonOperand] },
    ],
  },
}

describe('the condition editor', () => {
  it('[TN-21] starts with response_code equals 200', () => {
    expect(start).toMatchObject({
      source: 'response_code',
      property: '',
      comparison: 'number_equal_to',
      rightValue: '200',
    })
    expect(toCondition(rows)).toEqual(defaultCondition)
  })

  it.each([
    ['response_code', 'number_equal_to'],
    ['response_time', 'number_greater_than'],
    ['response_header', 'string_equal_to'],
    ['response_body_json', 'string_equal_to'],
    ['response_body_html_element', 'string_equal_to'],
    ['response_body_text', 'string_equal_to'],
  ] as const)('[TN-35..TN-39] choosing %s resets property and value and compares by %s', (source, comparison) => {
    const edited = withRow(rows, 0, { property: 'etag', rightValue: 'x', comparison: 'is_null' })
    expect(withRow(edited, 0, sourceChange(source))).toEqual([
      { source, property: '', comparison, rightValue: '200', key: 0, alternative: 0 },
    ])
  })

  it.each([
    ['number_less_than', '12.5', 12.5],
    ['number_equal_to', ' 7 ', 7],
    ['number_equal_to', 'seven', 'seven'],
    ['string_equal_to', '200', '200'],
    ['collection_has_value', '3', '3'],
  ] as const)('[TN-44] with %s sends %j as %j', (comparison, rightValue, sent) => {
    expect(toCondition(withRow(rows, 0, { comparison, rightValue })).rightValue).toBe(sent)
  })

  it.each(['any', 'has_changed', 'boolean_is_true', 'boolean_is_false', 'is_null', 'not_null'] as const)(
    '[TN-40..TN-43] with %s sends no value, and has the typed one again with another comparison',
    (comparison) => {
      const hidden = withRow(rows, 0, { comparison })
      expect(toCondition(hidden).rightValue).toBeNull()
      expect(toCondition(withRow(hidden, 0, { comparison: 'number_equal_to' })).rightValue).toBe(200)
    },
  )

  it('[TN-46, TN-47] sends several rows as the operands of an advanced condition, and shows them again', () => {
    const sent = toCondition(conditionRowsOf(advanced))
    expect(Condition.parse(sent).advancedCondition).toEqual(advanced.advancedCondition)
    expect(sent).toMatchObject({ source: 'response_time', rightValue: 500 })
    expect(conditionRowsOf(sent)).toEqual(conditionRowsOf(advanced))
  })

  it('[TN-45] adds rows up to ten, each with a unique key, also after one was removed', () => {
    let many = withoutRow(withNewRow(withNewRow(rows, 0), 0), 1)
    while (canAddRow(many)) many = withNewRow(many, many.length % 3)
    expect(many).toHaveLength(10)
    expect(new Set(many.map(({ key }) => key)).size).toBe(10)
    expect(withNewRow(many, 0)).toHaveLength(10)
  })

  it('[TN-46] sends alternatives as they stand, and shows them again', () => {
    const one = withNewRow(rows, newAlternative(rows))
    const both = withNewRow(withRow(one, 1, { comparison: 'is_null' }), 0)
    expect(both.map(({ alternative, comparison }) => [alternative, comparison])).toEqual([
      [0, 'number_equal_to'],
      [0, 'number_equal_to'],
      [1, 'is_null'],
    ])
    const sent = toCondition(both)
    expect(Condition.parse(sent).advancedCondition?.orOperands.map(({ andOperands }) => andOperands.length)).toEqual([
      2, 1,
    ])
    expect(toCondition(conditionRowsOf(sent))).toEqual(sent)
    expect(groupsOf(both).map((group) => group.map(({ index }) => index))).toEqual([[0, 1], [2]])
  })

  it('has one alternative less once its last row is removed, and a later one is still behind the others', () => {
    const second = withNewRow(rows, newAlternative(rows))
    const third = withNewRow(second, newAlternative(second))
    const left = withoutRow(third, 1)
    expect(groupsOf(left)).toHaveLength(2)
    expect(newRowIndex(left, 0)).toBe(1)
    expect(newAlternative(left)).toBe(3)
    expect(toCondition(left).advancedCondition?.orOperands).toHaveLength(2)
  })

  it('is one simple condition again once the other rows are removed', () => {
    expect(toCondition(withoutRow(conditionRowsOf(advanced), 0))).toEqual({ ...jsonOperand, advancedCondition: null })
  })
})

describe('the errors of conditions', () => {
  const errors = { 'property.0': 'p0', 'rightValue.0': 'v0', 'property.1': 'p1', 'rightValue.1': 'v1', other: 'o' }

  it('[ER-02] editing a field clears its error and no other', () => {
    expect(clearRowErrors(errors, 1, { property: 'x' })).toEqual({
      'property.0': 'p0',
      'rightValue.0': 'v0',
      'rightValue.1': 'v1',
      other: 'o',
    })
    expect(clearRowErrors(errors, 0, { comparison: 'any' })).not.toHaveProperty('rightValue.0')
    expect(Object.keys(clearRowErrors(errors, 0, sourceChange('response_time')))).toEqual([
      'property.1',
      'rightValue.1',
      'other',
    ])
  })

  it('[ER-15, ER-16] stay with their rows when one before them is added', () => {
    expect(errorsWithNewRow({ ...errors, tooManyConditions: 't' }, 1)).toEqual({
      'property.0': 'p0',
      'rightValue.0': 'v0',
      'property.2': 'p1',
      'rightValue.2': 'v1',
      other: 'o',
      tooManyConditions: 't',
    })
  })

  it('[ER-15, ER-16] stay with their rows when one before them is removed', () => {
    expect(errorsWithoutRow({ ...errors, tooManyConditions: 't' }, 0)).toEqual({
      'property.0': 'p1',
      'rightValue.0': 'v1',
      other: 'o',
    })
  })
})
