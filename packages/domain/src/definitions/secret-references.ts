/** `${secret:NAME}` stands for a secret of the account, and `$${secret:NAME}` for that text itself. */
const reference = /\$(\$)?\{secret:([A-Za-z_][A-Za-z0-9_]{0,63})\}/g

/** Whether the text is not sent as it is written. Reads no further than to the first reference. */
export const hasReference = (text: string): boolean => text.includes('${secret:') && text.search(reference) !== -1

/** The names that the texts refer to, each once and in order. */
export const secretNamesIn = (texts: readonly string[]): string[] => {
  const names = new Set<string>()
  for (const text of texts) {
    if (!text.includes('${secret:')) continue
    for (const [, escape, name] of text.matchAll(reference))
      if (escape === undefined && name !== undefined) names.add(name)
  }
  return [...names].toSorted()
}

/** The text as it is sent. */
export const fillReferences = (text: string, valueOf: (name: string) => string): string =>
  text.includes('${secret:')
    ? text.replaceAll(reference, (whole, escape: string | undefined, name: string) =>
        escape === undefined ? valueOf(name) : whole.slice(1),
      )
    : text

/** In a URL a value stands as one component: it reaches the target as it is, and can neither add a parameter nor change the host. */
export const fillUri = (uri: string, valueOf: (name: string) => string): string =>
  fillReferences(uri, (name) => encodeURIComponent(valueOf(name)))

/** Whether a value would decide which server is called, or as whom: what stands before the path. */
export const decidesServer = (uri: string): boolean => {
  // Digits can stand in a port alone, letters in a scheme alone.
  const servers = ['a', 'b', '1', '2'].map((value) => serverOf(fillUri(uri, () => value)))
  return new Set(servers).size > 1
}

const serverOf = (uri: string): string | null => {
  const parsed = URL.parse(uri.trim())
  return parsed && `${parsed.protocol}//${parsed.username}:${parsed.password}@${parsed.host}`
}

const scheme = /^(?:Basic|Bearer|Digest|Token|ApiKey|Key)? *$/i

/** Whether nothing in the text is a secret itself, such as `Bearer ${secret:TOKEN}`: it may be shown. */
export const isReferenceAlone = (text: string): boolean =>
  hasReference(text) && scheme.test(fillReferences(text, () => ''))
