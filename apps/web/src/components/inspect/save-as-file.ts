const revokeAfterMs = 60_000

/** Has the browser save it, text in UTF-8. */
export function saveAsFile(content: string | Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers may begin to read it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
