import { toBytes } from './byte-text.ts'
import type { Scan } from './word-scan.ts'

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001B',
  E: '\u001B',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** Reads $'…', which browsers write for a body with quotes or line breaks, as bash does. */
export function readAnsiQuoted(scan: Scan): string {
  const end = closingQuote(scan.text, scan.at + 2)
  const quoted = scan.text.slice(scan.at + 2, end)
  scan.at = end + 1
  const bytes = quoted.replaceAll(escape, (written, code?: string) => byteOf(written, code))
  // Words hold no zero byte: what is behind one is lost.
  return bytes.split('\0', 1)[0] ?? ''
}

function closingQuote(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== "'") at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}

const escape = /\\([0-7]{1,3}|x\{[\dA-Fa-f]+\}?|x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8}|c\\\\|c[^]|[^])/g

/** What an escape stands for; one that bash does not know stays as it is written. */
function byteOf(written: string, code = ''): string {
  const kind = code.charAt(0)
  const hex = code.slice(1).replaceAll(/[{}]/g, '')
  if (/[0-7]/.test(kind)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff)
  if (kind === 'x' && hex !== '') return String.fromCharCode(Number.parseInt(hex, 16) & 0xff)
  if (/u/i.test(kind) && hex !== '') return characterOf(Number.parseInt(hex, 16)) ?? written
  if (kind === 'c' && hex !== '') return controlOf(hex.charAt(0))
  return letters[code] ?? written
}

const characterOf = (point: number) => (point <= 0x10_ff_ff ? toBytes(String.fromCodePoint(point)) : null)

const controlOf = (char: string) =>
  char === '?' ? '\u007F' : String.fromCharCode(char.toUpperCase().charCodeAt(0) & 0x1f)
