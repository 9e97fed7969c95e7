import { z } from 'zod'
import { planNames } from './plans.ts'

export const Plan = z.enum(planNames)
export type Plan = z.infer<typeof Plan>
