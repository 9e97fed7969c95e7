import { spelledLimitText } from '@knockwire/domain/text/duration-text'

/** How long the editor offers to wait, in seconds. */
export const completionTimes = [60, 600, 3600, 21_600, 86_400, 604_800] as const

/** "With its response", "When the target reports it, within 6 hours". */
export const completionWords = (seconds: number | null): string =>
  seconds === null ? 'With its response' : `When the target reports it, within ${spelledLimitText(seconds)}`
