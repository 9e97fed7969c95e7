import { load } from 'cheerio/slim'

export const maxSelectorLength = 512

export const unreadableSelector = 'This is not a valid CSS selector.'

/** What is wrong with a CSS selector, as a message, or null where nothing is. */
export function checkSelector(selector: string): string | null {
  if (selector.trim() === '') return 'Enter a CSS selector.'
  if (selector.length > maxSelectorLength) return `A CSS selector has at most ${maxSelectorLength} characters.`
  try {
    load('<i></i>')(':root').find(selector)
    return null
  } catch {
    return unreadableSelector
  }
}
