const token = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The text laid out with two spaces a level; null where it is no JSON. Only white space changes, so large numbers stay exact. */
export function formatJson(text: string): string | null {
  if (!isJson(text)) return null
  let depth = 0
  let before = ''
  let laidOut = ''
  for (const [part] of text.matchAll(token)) {
    const opens = before === '{' || before === '['
    const closes = part === '}' || part === ']'
    if (opens && !closes) depth += 1
    if (closes && !opens) depth -= 1
    if (opens !== closes || before === ',') laidOut += `\n${'  '.repeat(depth)}`
    laidOut += part === ':' ? ': ' : part
    before = part
  }
  return laidOut
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
