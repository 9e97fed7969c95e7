import { z } from 'zod'
import { Timestamp } from '../id.ts'
import { HeartbeatState } from './heartbeat.ts'
import type { HeartbeatState as State } from './heartbeat-rules.ts'
import { shorten } from '../text/shorten.ts'

/** What anyone sees who knows a badge's address. */
export const BadgeView = z.object({ name: z.string(), state: HeartbeatState, since: Timestamp })
export type BadgeView = z.infer<typeof BadgeView>

const looks: Readonly<Record<State, { text: string; color: string }>> = {
  NEW: { text: 'no call yet', color: '#6b7280' },
  UP: { text: 'up', color: '#1f7a3d' },
  RUNNING: { text: 'running', color: '#2f5bd7' },
  LATE: { text: 'late', color: '#8a5a00' },
  DOWN: { text: 'down', color: '#b42318' },
  PAUSED: { text: 'paused', color: '#6b7280' },
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Without what XML cannot hold, and with what has a meaning in it written out. */
const escaped = (text: string) =>
  text.replace(/[\p{Cc}\p{Cn}]/gu, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Of a name, in a badge. */
const longestName = 60

/** About what a character of Verdana takes at 11 px; the text is fitted to it. */
const characterWidth = 6.6
const padding = 10

const widthOf = (text: string) => Math.round(Array.from(text).length * characterWidth) + 2 * padding

/** A picture of a heartbeat's state, such as for a README. */
export const badgeSvg = ({ name: whole, state }: Pick<BadgeView, 'name' | 'state'>): string => {
  const name = shorten(whole.replaceAll(/\s+/g, ' '), longestName)
  const { text, color } = looks[state]
  const [left, right] = [widthOf(name), widthOf(text)]
  const label = (content: string, center: number, width: number) =>
    `<text x="${center}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escaped(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${name}: ${text}`)}">`,
    `<title>${escaped(`${name}: ${text}`)}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    label(name, left / 2, left),
    label(text, left + right / 2, right),
    '</g></svg>',
  ].join('')
}
