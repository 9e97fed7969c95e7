import type { CheerioAPI } from 'cheerio/slim'
import { isText } from 'domutils'
import { isHidden, isUnseenElement, standsApart } from './shown-elements.ts'

type Node = ReturnType<CheerioAPI>[number]

/**
 * The text of an element as a reader sees it: without scripts, styles, templates, frames and what is hidden in it, but whole where it
 * is one of these itself, since a selector that names one means it. A space stands between lines, blocks and cells. `isPage`: of HTML;
 * in other XML these names mean something else.
 */
export function visibleText(element: Node, isPage: boolean): string {
  return isPage && !isUnseen(element) ? shownWithin(element) : wholeWithin(element)
}

function wholeWithin(node: Node): string {
  if (isText(node)) return node.data
  return 'children' in node ? node.children.map(wholeWithin).join('') : ''
}

function shownWithin(node: Node): string {
  if (isText(node)) return node.data
  return 'children' in node ? node.children.map(shown).join('') : ''
}

const shown = (child: Node): string => {
  if (!('name' in child)) return shownWithin(child)
  if (isUnseen(child) || ('attribs' in child && isHidden(child.attribs['hidden']))) return ''
  return standsApart(child.name) ? ` ${shownWithin(child)} ` : shownWithin(child)
}

const isUnseen = (node: Node): boolean => 'name' in node && isUnseenElement(node.name)
