/** `p`, `#main`, `.price`, `span.new.price`. */
const simplePart = /^([a-z][a-z0-9]*)?((?:[#.][\w-]+)*)$/i

/** A piece of a page in which the selector finds the text; any element where the selector is not a simple one. */
export function exampleElement(selector: string, text: string): string {
  const [first = ''] = selector.split(',')
  const parts = first.trim().split(/[\s>]+/)
  const isSimple = parts.every((part) => part !== '' && simplePart.test(part))
  const names = isSimple ? parts : ['p']
  return names.reduceRight(
    (inner, part, at) => element(part, at === names.length - 1 ? 'p' : 'div', inner),
    escaped(text),
  )
}

function element(part: string, defaultTag: string, inner: string): string {
  const [, tag = defaultTag, marks = ''] = simplePart.exec(part) ?? []
  return `<${tag}${attribute('id', '#', marks)}${attribute('class', '.', marks)}>${inner}</${tag}>`
}

function attribute(name: string, sign: '#' | '.', marks: string): string {
  const values = [...marks.matchAll(/([#.])([\w-]+)/g)]
    .filter(([, found]) => found === sign)
    .map(([, , value]) => value)
  return values.length === 0 ? '' : ` ${name}="${values.join(' ')}"`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
