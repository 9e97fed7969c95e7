/**
 * Copies a text that may have to be fetched first. Safari lets a page copy only while it handles the click, so that the text is
 * promised to the clipboard then, and comes later. Rejects with the error of the text, or where the browser does not allow copying.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  // Browsers offer their clipboard to HTTPS and localhost alone.
  if (!navigator.clipboard) return copySelected(typeof text === 'string' ? text : await text)
  if (typeof text === 'string') return navigator.clipboard.writeText(text)
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  const copied = navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  // Its own error says more than the clipboard's.
  await Promise.all([text, copied])
}

/** Copies as Ctrl+C does. The focus stays where it is, and what was selected is selected again. */
function copySelected(text: string): void {
  const holder = document.createElement('pre')
  holder.textContent = text
  holder.style.cssText = 'position:fixed;top:0;opacity:0;pointer-events:none;user-select:text'
  document.body.append(holder)
  const selection = document.getSelection()
  const before = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) => selection?.getRangeAt(index))
  selection?.selectAllChildren(holder)
  // Without the formats and the added line ends of a selection.
  const write = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', write)
  try {
    if (!document.execCommand('copy')) throw new Error('The browser did not copy the text.')
  } finally {
    document.removeEventListener('copy', write)
    selection?.removeAllRanges()
    for (const range of before) if (range) selection?.addRange(range)
    holder.remove()
  }
}
