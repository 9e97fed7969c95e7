const lineBytes = 16

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const visible = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')

/** Bytes as programmers read them: offset, sixteen bytes, and their ASCII. */
export function hexLines(bytes: Uint8Array): string {
  const lines = Array.from({ length: Math.ceil(bytes.length / lineBytes) }, (_, line) => {
    const part = [...bytes.subarray(line * lineBytes, (line + 1) * lineBytes)]
    const offset = (line * lineBytes).toString(16).padStart(8, '0')
    return `${offset}  ${part
      .map(hex)
      .join(' ')
      .padEnd(lineBytes * 3 - 1)}  ${part.map(visible).join('')}`
  })
  return lines.join('\n')
}
