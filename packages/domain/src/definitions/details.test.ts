import { describe, expect, it } from 'vitest'
import { DetailsInput } from './details.ts'

const read = (labels: string) => DetailsInput.safeParse({ description: '', labels })

describe('labels as lines', () => {
  it('are a name and a value, or a name alone', () => {
    expect(read('team: shop\n\n  tier :1\nurgent').data?.labels).toEqual({ team: 'shop', tier: '1', urgent: '' })
  })

  it('keep colons in a value', () => {
    expect(read('runbook: https://wiki.example/shop').data?.labels).toEqual({ runbook: 'https://wiki.example/shop' })
  })

  it('are rejected where a name stands twice, is no name, or there are more than 20', () => {
    const rejected = ['a: 1\na: 2', '!: 1', Array.from({ length: 21 }, (_, n) => `l${n}: x`).join('\n')]
    for (const labels of rejected) expect(read(labels).success).toBe(false)
  })

  it('leave no description where nothing was written', () => {
    expect(DetailsInput.parse({ description: ' \n', labels: '' })).toEqual({ description: null, labels: {} })
  })
})
