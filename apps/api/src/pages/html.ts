const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Markup that was written here or made by `html`; everything else is text. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const markupOf = (value: Html | Html[] | string | number): string => {
  if (value instanceof Html) return value.markup
  return Array.isArray(value) ? value.map(markupOf).join('') : escape(String(value))
}

/** A template whose values are escaped, unless they are `Html` themselves. */
export const html = (strings: TemplateStringsArray, ...values: (Html | Html[] | string | number)[]): Html =>
  new Html(strings.reduce((markup, part, index) => markup + markupOf(values[index - 1] ?? '') + part))
