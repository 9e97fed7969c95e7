import { describe, expect, it } from 'vitest'
import { notificationFieldKeyOf, previewFieldKeyOf } from './field-keys.ts'

const operands = 'condition.advancedCondition.orOperands.0.andOperands'

describe('the key under which a form shows an error', () => {
  it.each([
    ['condition.property', 'property.0'],
    ['condition.rightValue', 'rightValue.0'],
    ['firing.afterInARow', 'afterInARow'],
    ['emailSetting.address', 'emailAddress'],
    ['smsSetting.phoneNumber', 'smsPhoneNumber'],
    [operands, 'tooManyConditions'],
    [`${operands}.0.property`, 'property.0'],
    [`${operands}.12.rightValue`, 'rightValue.12'],
    ['request.target.uri', 'requestUrl'],
    [`${operands}.0.source`, undefined],
    [`${operands}.x.property`, undefined],
    [`other.${operands}`, undefined],
    [`${operands}.0.property.more`, undefined],
    ['firing.recoverAfterInARow', 'recoverAfterInARow'],
    ['condition.advancedCondition.orOperands', 'tooManyConditions'],
    ['condition.advancedCondition.orOperands.1', undefined],
    ['nothing', undefined],
    ['when.condition.property', 'property.0'],
    ['when.condition.advancedCondition.orOperands', 'tooManyConditions'],
    ['when.afterInARow', 'afterInARow'],
    ['when.kind', undefined],
  ])('of a notification, of %s is %s', (path, key) => expect(notificationFieldKeyOf(path.split('.'))).toBe(key))

  it('counts the conditions of all alternatives', () => {
    const orOperands = [[1, 2], [], [3, 4, 5]].map((andOperands) => ({ andOperands }))
    const keyOf = (path: string, body: unknown) =>
      notificationFieldKeyOf(`condition.advancedCondition.orOperands.${path}`.split('.'), body)
    const body = { condition: { advancedCondition: { orOperands } } }
    expect(keyOf('0.andOperands.1.property', body)).toBe('property.1')
    expect(keyOf('2.andOperands.1.rightValue', body)).toBe('rightValue.3')
    expect(keyOf('2.andOperands.1.rightValue', { when: body })).toBe('rightValue.3')
    for (const broken of [undefined, null, 7, {}, { condition: { advancedCondition: { orOperands: [null] } } }])
      expect(keyOf('2.andOperands.1.rightValue', broken)).toBe('rightValue.1')
  })

  it.each([
    ['templates.emailSubject', 'emailSubject'],
    ['condition.property', undefined],
  ])('of a preview, of %s is %s', (path, key) => expect(previewFieldKeyOf(path.split('.'))).toBe(key))
})
