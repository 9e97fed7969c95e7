import { fillReferences } from '@knockwire/domain/definitions/secret-references'
import { masked } from '@knockwire/domain/headers/secret-headers'
import type { OutboundOutcome, ReceivedResponse } from '@knockwire/outbound/outcome'

/** The account's secrets that a request refers to, by their names. */
export type SecretValues = ReadonlyMap<string, string>

/** Reads those of an account that there are. Asked for each request that refers to one, so that it is sent with the newest value. */
export type SecretValuesOf = (accountId: string, names: readonly string[]) => Promise<SecretValues>

/** A request cannot be sent as it is written; the message is for its owner. */
export class UnusableSecret extends Error {
  override readonly name = 'UnusableSecret'
}

/** @throws UnusableSecret where there is none by that name: the reference itself is never sent */
export const valueIn =
  (values: SecretValues) =>
  (name: string): string => {
    const value = values.get(name)
    if (value === undefined)
      throw new UnusableSecret(
        `There is no secret ${name}, which this request refers to. Store it, or change the request.`,
      )
    return value
  }

/**
 * A text with references, to be filled in by others first. What they put in stays as it is: a response that is quoted in a notification
 * and has `${secret:NAME}` in it gets no secret by that.
 *
 * @param nonce - nobody who wrote what is put in can know it
 */
export const withPlaceholders = (text: string, nonce: string) => {
  const names: string[] = []
  const placed = fillReferences(text, (name) => `${nonce}.${names.push(name) - 1}.`)
  return {
    text: placed,
    release: (filled: string, valueOf: (name: string) => string): string =>
      filled.replaceAll(new RegExp(`${nonce}\\.(\\d+)\\.`, 'g'), (whole, index: string) => {
        const name = names[Number(index)]
        return name === undefined ? whole : valueOf(name)
      }),
  }
}

/** A shorter value would be found by chance in any response, which nobody could read then. */
const shortestMasked = 4

/** As HTML has it in texts and attributes. */
const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As a value may come back: in a URL, a form, JSON (PHP escapes slashes there), HTML, and as it is. */
const formsOf = (value: string): string[] => {
  const encoded = encodeURIComponent(value)
  const url = new URL(`http://a/${encoded}?${encoded}`)
  const json = JSON.stringify(value).slice(1, -1)
  const inForm = new URLSearchParams([['', value]]).toString().slice(1)
  const inUrl = [encoded, url.pathname.slice(1), url.search.slice(1)]
  return [value, ...inUrl, inForm, json, json.replaceAll('/', String.raw`\/`), inHtml(value)]
}

const longOf = (values: SecretValues) => [...values.values()].filter((value) => value.length >= shortestMasked)

/** The same of a body that a target sends by itself, such as that of a completion. */
export const bodyWithoutSecrets = (body: Uint8Array, values: SecretValues): Uint8Array =>
  maskBytes(body, longestFirst(longOf(values).flatMap(formsOf)))

const longestFirst = (forms: readonly string[]) =>
  [...new Set(forms)].toSorted((one, other) => other.length - one.length)

interface BasicAuth {
  username: string
  password: string
}

const formsIn = (values: SecretValues, basicAuth: BasicAuth | undefined): string[] => {
  const long = longOf(values)
  const credentials = basicAuth ? [Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString('base64')] : []
  return longestFirst([...long.flatMap(formsOf), ...(long.length > 0 ? credentials : [])])
}

/** For what is quoted of a response before its outcome is there (`OutboundRequest.mask`). */
export const maskOf = (values: SecretValues, basicAuth: BasicAuth | undefined): ((text: string) => string) => {
  const forms = formsIn(values, basicAuth)
  return (text) => maskText(text, forms)
}

/**
 * What came of a request without the secrets that it was sent with, wherever the target has repeated them: in the response's headers and
 * body, in redirects and in messages. All else sees this outcome alone, conditions too.
 */
export const withoutSecrets = (
  outcome: OutboundOutcome,
  values: SecretValues,
  basicAuth?: BasicAuth,
): OutboundOutcome => {
  const forms = formsIn(values, basicAuth)
  if (forms.length === 0) return outcome
  if (outcome.kind === 'response') return { ...outcome, ...maskResponse(outcome, forms) }
  const { response, ...failure } = outcome
  return {
    ...failure,
    message: maskText(failure.message, forms),
    ...(response && { response: maskResponse(response, forms) }),
  }
}

const maskText = (text: string, forms: readonly string[]) =>
  forms.reduce((rest, form) => rest.replaceAll(form, masked), text)

const maskResponse = (response: ReceivedResponse, forms: readonly string[]): ReceivedResponse => ({
  ...response,
  finalUri: maskText(response.finalUri, forms),
  headers: response.headers.map(([name, value]) => [name, maskText(value, forms)]),
  body: maskBytes(response.body, forms),
})

/** Bytes in any charset that writes ASCII as ASCII; all others stay byte for byte. */
const maskBytes = (body: Uint8Array, forms: readonly string[]): Uint8Array => {
  let bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  for (const form of forms) {
    if (!bytes.includes(form)) continue
    const found = Buffer.from(form).toString('latin1')
    bytes = Buffer.from(bytes.toString('latin1').replaceAll(found, masked), 'latin1')
  }
  return bytes
}
