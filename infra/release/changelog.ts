import type { Changeset } from './changesets.ts'

/** A text that begins with this is about something that works in another way than before. */
const changedMark = /^\*\*Changed:\*\*\s*/
const kinds = ['New', 'Changed', 'Fixed and improved'] as const

/** Where a reader looks for a change: the first of these whose package it is about. */
const areas: readonly (readonly [name: string, packageName: string])[] = [
  ['Dashboard', '@knockwire/web'],
  ['API and receivers', '@knockwire/api'],
  ['Executions and notifications', '@knockwire/executor'],
  ['Site and documentation', '@knockwire/site'],
]
const otherArea = 'Running it yourself'
const areaNames = [...areas.map(([name]) => name), otherArea]

const kindOf = ({ releases, text }: Changeset): (typeof kinds)[number] => {
  if (changedMark.test(text) || Object.values(releases).includes('major')) return 'Changed'
  return Object.values(releases).includes('minor') ? 'New' : 'Fixed and improved'
}

const areaOf = ({ releases }: Changeset) => areas.find(([, name]) => name in releases)?.[0] ?? otherArea

/** A paragraph of sentences on one line; a list stays as it is. */
const joinLines = (paragraph: string): string => {
  const lines = paragraph.split('\n').map((line) => line.trimEnd())
  const isList = lines.some((line) => line.trimStart().startsWith('- '))
  return isList ? lines.join('\n') : lines.map((line) => line.trim()).join(' ')
}

/** One item of a list, with its further paragraphs indented. */
const toItem = ({ text }: Changeset): string => {
  const paragraphs = text.replace(changedMark, '').split('\n\n').map(joinLines)
  const lines = paragraphs.join('\n\n').split('\n')
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line && `  ${line}`)).join('\n')
}

/** The changelog's section of a version: what is new, what changed and what was fixed, each by its area. */
export const changelogSection = (changesets: readonly Changeset[], version: string, date: string): string => {
  const lines = [`## ${version} (${date})`]
  for (const kind of kinds) {
    const ofKind = changesets.filter((one) => kindOf(one) === kind)
    if (ofKind.length > 0) lines.push(`### ${kind}`)
    for (const area of areaNames) {
      const items = ofKind.filter((one) => areaOf(one) === area)
      if (items.length > 0) lines.push(`#### ${area}`, items.map(toItem).join('\n'))
    }
  }
  return `${lines.join('\n\n')}\n`
}

/** The changelog with a new section above those of earlier versions. */
export const addSection = (changelog: string, section: string): string => {
  const first = changelog.search(/^## /m)
  if (first === -1) return `${changelog.trimEnd()}\n\n${section}`
  return `${changelog.slice(0, first)}${section}\n${changelog.slice(first)}`
}
