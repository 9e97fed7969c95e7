import { headerParameter } from '../bodies/header-parameter.ts'

const textTypes =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml)\b|application\/(x-)?(javascript|ecmascript|www-form-urlencoded)\b|image\/svg\+xml\b)/

/** `application/json` of `Application/JSON; charset=utf-8`; empty where there is none. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Whether a body of this type is text, whatever its bytes are. */
export const isTextType = (mediaType: string): boolean => textTypes.test(mediaType)

export const isJsonType = (mediaType: string): boolean => /^(application|text)\/([\w.+-]*\+)?json$/.test(mediaType)

/** RFC 7303: `text/xml`, `application/xml`, and all that end in `+xml`, XHTML and SVG among them. */
export const isXmlType = (mediaType: string): boolean =>
  /^(text|application)\/xml$|^[\w.+-]+\/[\w.+-]+\+xml$/.test(mediaType)

export const isHtmlType = (mediaType: string): boolean => mediaType === 'text/html'

/** The charset that a Content-Type names, as it is written. */
export const charsetParameter = (contentType: string | undefined): string | null =>
  headerParameter(contentType ?? '', 'charset')

/** Whether UTF-8 and every charset that has ASCII write the text alike. */
const isAscii = (text: string) => !/[^\0-\u{7f}]/u.test(text)

/** The Content-Type of a text: `text/…` that names no charset is in UTF-8, and says so where that matters. */
export const withCharset = (contentType: string, text: string): string =>
  mediaTypeOf(contentType).startsWith('text/') && (charsetParameter(contentType) ?? '') === '' && !isAscii(text)
    ? `${contentType.split(';').filter(saysSomething).join(';').trimEnd()}; charset=utf-8`
    : contentType

/** A semicolon may have nothing behind it, or a charset without a name. */
const saysSomething = (parameter: string) =>
  !['', 'charset='].includes(parameter.replaceAll(/[\s"]/g, '').toLowerCase())
