import { describe, expect, it } from 'vitest'
import { auditActionsOn } from '../audit/audit-actions.ts'
import { plans } from '../plans/plans.ts'
import { allowedAddresses, isAllowedAddress, openInstance } from './instance-rules.ts'

describe('the domains of an instance', () => {
  const two = { allowedDomains: ['example.com', 'example.org'] }

  it.each(['ada@example.com', 'bob@example.org', '"x@example.net"@example.com'])('allow %s', (email) => {
    expect(isAllowedAddress(two, email)).toBe(true)
  })

  it.each(['ada@example.net', 'ada@mail.example.com', 'ada@notexample.com', 'ada@example.com.evil.example'])(
    'do not allow %s: a domain is that one alone',
    (email) => expect(isAllowedAddress(two, email)).toBe(false),
  )

  it('allow every address where none is named', () => {
    expect(isAllowedAddress({ allowedDomains: [] }, 'ada@example.net')).toBe(true)
  })

  it('are named in a sentence', () => {
    expect(allowedAddresses(two)).toBe('addresses at example.com or example.org')
    expect(allowedAddresses({ allowedDomains: ['example.com'] })).toBe('addresses at example.com')
  })
})

it('actions of what an instance leaves out are not among those that its audit log is filtered by', () => {
  const all = auditActionsOn(openInstance)
  const limits = { ...plans.SUPER, label: null }
  const fewer = auditActionsOn({ ...openInstance, limits, hasRates: false })
  const isLeftOut = (action: string) => /^(card|rate_)|plan_changed/.test(action)
  expect(all.some(isLeftOut)).toBe(true)
  expect(fewer).toEqual(all.filter((action) => !isLeftOut(action)))
})
