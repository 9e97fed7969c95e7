import type axe from 'axe-core'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

/** Half as long as the other form, and each document reads it again. */
const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface AxeOptions {
  /** Only these rules, instead of all that axe has: `color-contrast` is the one that another color scheme can break. */
  rules?: string[]
}

/**
 * What axe finds on a page, a line for each element; empty where it finds nothing. Axe is brought into a document once,
 * however often it is called, and only what it finds leaves the page: what is in order is thousands of entries, which
 * cost more than the search itself. No page of ours has frames, so only the page itself is searched.
 */
export const axeViolations = async (page: Page, { rules }: AxeOptions = {}): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await inPage.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, rules)
}

/** A test that looks at many screens says what is found on all of them. */
const soft = expect.configure({ soft: true })

/** Milliseconds: a search of a long page alone may take twenty seconds on a machine that has other work. */
const searchTimeout = { timeout: 90_000 }

const otherScheme = { light: 'dark', dark: 'light' } as const

/**
 * What axe finds on a page in one color scheme, and in the other one, where only colors can be worse: the elements are the
 * same. Leaves the page in the other scheme. Colors are looked at until they have settled: a scheme is not changed
 * everywhere in one frame.
 */
export const expectNoAxeViolations = async (page: Page, name = '', first: ColorScheme = 'light'): Promise<void> => {
  await setColorScheme(page, first)
  await soft.poll(() => axeViolations(page), { message: `${name} (${first})`, ...searchTimeout }).toEqual([])
  const second = otherScheme[first]
  await setColorScheme(page, second)
  await soft
    .poll(() => axeViolations(page, { rules: ['color-contrast'] }), {
      message: `${name} (${second})`,
      ...searchTimeout,
    })
    .toEqual([])
}

type ColorScheme = keyof typeof otherScheme

/** Resolves once the page has it: the dashboard hears of it a frame later than pages that are only styled by it. */
const setColorScheme = async (page: Page, colorScheme: ColorScheme): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  const settled = `html[data-mantine-color-scheme="${colorScheme}"], html:not([data-mantine-color-scheme])`
  await expect(page.locator(settled)).toHaveCount(1)
}
