import { expect, it } from 'vitest'
import { Plan } from '../plans/plan.ts'
import { UpdatePlanInput } from './billing.ts'
import { isOffered } from '../plans/plans.ts'

it('only the plans that anyone may take are offered', () => {
  const offered = ['FREE', 'HOBBY', 'BUSINESS']
  expect(Plan.options.filter(isOffered)).toEqual(offered)
  expect(Plan.options.filter((plan) => UpdatePlanInput.safeParse({ plan }).success)).toEqual(offered)
})
