/** As much of Babel's NodePath as is read here. */
interface Path {
  node: { type: string; value?: unknown; quasis?: { value: { raw: string } }[] }
}

const textOf = ({ type, value, quasis }: Path['node']): string | undefined => {
  if (type === 'StringLiteral' && typeof value === 'string') return value
  return type === 'TemplateLiteral' ? quasis?.map(({ value: { raw } }) => raw).join('…') : undefined
}

/** A sentence for people: it begins as one and has several words. SQL, keys and patterns do not look like that. */
export const isMessage = (text: string): boolean => /^[A-Z…“][^\s]*\s+\S/.test(text) && /[a-z]{2}/.test(text)

/** A Stryker plugin. What a message says is decided by its author: an empty one proves nothing about a rule. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: {
      shouldIgnore: (path: Path): string | undefined => {
        const text = textOf(path.node)
        return text !== undefined && isMessage(text) ? 'a message' : undefined
      },
    },
  },
]
