const mostCharacters = 100

/** What an object is called as a key; `fallback` where its name has nothing that a key may have. */
export const slug = (name: string, fallback: string): string => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9._-]/)
    .filter((word) => word !== '')
  const text = words
    .join('-')
    .slice(0, mostCharacters)
    .replace(/^[^a-z0-9]+/, '')
  return text === '' ? fallback : text
}

/** Each key once: another one of its name gets a number. */
export const uniqueKeys = (taken: Iterable<string> = []): ((key: string) => string) => {
  const used = new Set(taken)
  return (key) => {
    let unique = key
    for (let count = 2; used.has(unique); count += 1) unique = `${key}-${count}`
    used.add(unique)
    return unique
  }
}
