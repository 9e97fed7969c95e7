import type { CheerioAPI } from 'cheerio/slim'
import { isText } from 'domutils'
import { isUnseenElement } from './unseen-elements.ts'

type Node = ReturnType<CheerioAPI>[number]

/**
 * The text of an element as a reader sees it: without scripts, styles, templates and frames in it, but whole where it is one of
 * these itself, since a selector that names one means it. `isPage`: of HTML; in other XML these names mean something else.
 */
export function visibleText(element: Node, isPage: boolean): string {
  return textWithin(element, isPage && !isUnseen(element))
}

function textWithin(node: Node, isFiltered: boolean): string {
  if (isText(node)) return node.data
  if (!('children' in node)) return ''
  return node.children.map((child) => (isFiltered && isUnseen(child) ? '' : textWithin(child, isFiltered))).join('')
}

const isUnseen = (node: Node): boolean => 'name' in node && isUnseenElement(node.name)
