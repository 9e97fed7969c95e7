import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type * as StoredChoices from './stored-choices.ts'

describe('the choices that are stored in a browser', () => {
  /** As a page has them that was just opened: their module keeps them until it is left. */
  const choicesOf = async (stored: Record<string, string>) => {
    window.localStorage.clear()
    for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value)
    opened += 1
    const file = `./stored-choices.ts?page=${opened}`
    const { useChoices } = (await import(/* @vite-ignore */ file)) as typeof StoredChoices
    let found: ReturnType<typeof useChoices> | undefined
    const Reader = () => {
      found = useChoices()
      return null
    }
    await render(<Reader />)
    return found
  }
  let opened = 0

  it('and were changed by hand do not break the page', async () => {
    expect(await choicesOf({ loanAmount: '{"a":1}', loanPurpose: '"GAMBLE"', visibleRatesFilter: 'not JSON' })).toEqual(
      {
        loanAmount: '',
        loanPurpose: 'REFINANCE',
        visibleRatesFilter: { thirtyFix: true, fifteenFix: true, tenArm: true, sevenArm: true, fiveArm: true },
      },
    )
  })

  it('by a former version are kept, under their names of today', async () => {
    expect(
      await choicesOf({ 'knockwire.loanAmount': '"480000"', 'knockwire.loanPurpose': '"PURCHASE"' }),
    ).toMatchObject({ loanAmount: '480000', loanPurpose: 'PURCHASE' })
    expect(window.localStorage.getItem('knockwire.loanAmount')).toBeNull()
    expect(window.localStorage.getItem('loanAmount')).toBe('"480000"')
  })
})
