const unseen: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'noembed', 'noframes'])

/** Whether a browser shows nothing of an element of this name. */
export const isUnseenElement = (name: string): boolean => unseen.has(name.toLowerCase())

/** Whether a browser shows nothing of an element with this value of its attribute `hidden`; null and undefined: it has none. */
export const isHidden = (value: string | null | undefined): boolean =>
  value !== null && value !== undefined && value.toLowerCase() !== 'until-found'

// Of HTML's rendering (15.3), what is no part of a line: blocks, items, captions, rows and cells.
const apart: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext
  pre search section select summary table tbody td tfoot th thead tr ul xmp`.split(/\s+/),
)

/** Whether the text of an element of this name stands apart from what is before and behind it. */
export const standsApart = (name: string): boolean => apart.has(name.toLowerCase())
