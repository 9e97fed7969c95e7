import { cell, kindOf, type Outline } from '@knockwire/domain/bodies/outline'
import { tagName } from '@knockwire/domain/bodies/markup-outline'
import { isHidden, isUnseenElement, standsApart } from '@knockwire/domain/conditions/sources/html/shown-elements'

/** Each page is parsed once: pressing through its tree asks for one selector after the other. */
const pages = new WeakMap<Outline, Document>()

/** As conditions read it: what a page leaves out, such as the body of a table, is there. Nothing of it runs or is loaded. */
function pageOf(text: string, outline: Outline): Document {
  const page = pages.get(outline) ?? new DOMParser().parseFromString(text, 'text/html')
  pages.set(outline, page)
  return page
}

export interface SelectedElement {
  /** The first element that it matches is this one. */
  selector: string
  /** The element's text, as a condition reads it. */
  text: string
}

/** The selector of a node of a page: of the element that it is, or stands in. Null where the page as parsed has no such element. */
export function selectElement(text: string, outline: Outline, node: number): SelectedElement | null {
  const found = elementOf(text, outline, node)
  if (found === null) return null
  const page = pageOf(text, outline)
  const element = elementsNamed(page, found.name)[found.ordinal]
  if (element === undefined) return null
  const selector = selectorOf(page, element)
  return selector === null ? null : { selector, text: visibleText(element).replaceAll(/\s+/g, ' ').trim() }
}

/** Without what a browser shows nothing of, but of such an element itself all: a selector that names one means it. */
const visibleText = (element: Element): string =>
  isUnseenElement(element.localName)
    ? wholeText(element)
    : [...element.childNodes].map((child) => (child instanceof Element ? shown(child) : textOf(child))).join('')

const textOf = (node: Node): string => (node instanceof Text ? node.data : '')

const shown = (child: Element): string => {
  if (isUnseenElement(child.localName) || isHidden(child.getAttribute('hidden'))) return ''
  return standsApart(child.localName) ? ` ${visibleText(child)} ` : visibleText(child)
}

const wholeText = (element: Element): string =>
  (element instanceof HTMLTemplateElement ? element.content : element).textContent ?? ''

/** The element's name, and how many of that name begin before it. */
function elementOf(text: string, outline: Outline, node: number): { name: string; ordinal: number } | null {
  let element = node
  while (element >= 0 && kindOf(outline, element) !== 'element') element = cell(outline, 'parent', element)
  if (element < 0) return null
  const nameOf = (at: number) => tagName(text, outline, at).toLowerCase()
  const name = nameOf(element)
  let ordinal = 0
  for (let at = 0; at < element; at++) if (kindOf(outline, at) === 'element' && nameOf(at) === name) ordinal++
  return { name, ordinal }
}

const elementsNamed = (page: Document, name: string): Element[] =>
  [...elementsIn(page)].filter(({ localName }) => localName.toLowerCase() === name)

/** In the order of the text, where what a template holds stands as well: no query of the page finds that. */
function* elementsIn(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element instanceof HTMLTemplateElement) yield* elementsIn(element.content)
  }
}

/** Longer ones are rejected. */
const maxLength = 512

/** The shortest path from the element up, through elements with their own ids, of which it is the first match. */
function selectorOf(page: Document, element: Element): string | null {
  const isInTemplate = matcherInTemplates(page)
  let path = ''
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const step = stepOf(page, at)
    path = path === '' ? step : `${step} > ${path}`
    if (path.length > maxLength) return null
    if (page.querySelector(path) === element && !isInTemplate(path)) return path
  }
  return null
}

/** Conditions look for an element in templates as well, where the browser does not. */
function matcherInTemplates(page: Document): (path: string) => boolean {
  const contents = [...elementsIn(page)].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element.content] : [],
  )
  return (path) => contents.some((content) => content.querySelector(path) !== null)
}

/** By its id where no other element has it, else by its place among its siblings of that name. */
function stepOf(page: Document, element: Element): string {
  const { id, localName, parentElement } = element
  if (id !== '' && page.querySelectorAll(`#${CSS.escape(id)}`).length === 1) return `#${CSS.escape(id)}`
  const name = CSS.escape(localName)
  const alike = [...(parentElement?.children ?? [])].filter((sibling) => sibling.localName === localName)
  return alike.length < 2 ? name : `${name}:nth-of-type(${alike.indexOf(element) + 1})`
}
