import { engines } from './engine.ts'
import { parseTemplate, renderTemplate, templateErrorMessage } from './render-template.ts'
import { exampleValues, type TemplateVariable } from './variables.ts'

/**
 * What is wrong with a template, as a message, or null where nothing is. It is read, its variables are looked up among
 * `variables`, and it is tried with their examples.
 */
export function checkTemplate(text: string, variables: readonly TemplateVariable[]): string | null {
  try {
    const template = parseTemplate(text, 'text')
    const paths = engines.text.globalVariableSegmentsSync(template)
    const unknown = paths.find((path) => !isKnown(path, variables))
    const within = paths.find(isWithinText)
    if (unknown !== undefined) return `There is no variable ${unknown.filter(isName).slice(0, 2).join('.')}.`
    if (within !== undefined) return withinTextMessage(within)
  } catch (error) {
    return templateErrorMessage(error)
  }
  const rendering = renderTemplate(text, exampleValues(variables))
  return rendering.kind === 'failed' ? rendering.reason : null
}

const isName = (segment: unknown) => typeof segment === 'string'

/** Looks at the first two names of a path; what is inside a variable, such as a header, cannot be known. */
function isKnown([group, member]: readonly unknown[], variables: readonly TemplateVariable[]): boolean {
  if (typeof member !== 'string') return variables.some(({ name }) => name.split('.')[0] === group)
  return variables.some(({ name }) => name === `${String(group)}.${member}`)
}

/** What Liquid itself knows of every text. */
const ofTexts: readonly unknown[] = ['size', 'first', 'last']

/** A body is a text, and what one takes for a part of it would be empty in each message. */
const isWithinText = ([group, member, part]: readonly unknown[]) =>
  (group === 'request' || group === 'response') && member === 'body' && part !== undefined && !ofTexts.includes(part)

const withinTextMessage = ([group, member, ...parts]: readonly unknown[]) => {
  const name = `${String(group)}.${String(member)}`
  const path = parts.map((part) => (isName(part) ? `.${part}` : `[${String(part)}]`)).join('')
  return `${name} is text. To read a part of JSON, use {{ ${name} | json: "$${path}" }}.`
}
