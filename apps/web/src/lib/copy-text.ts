/**
 * Copies a text that may have to be fetched first. Safari lets a page copy only while it handles the click, so that the text is
 * promised to the clipboard then, and comes later. Rejects with the error of the text, or where the browser does not allow copying.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  const copied = navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  // Its own error says more than the clipboard's.
  await Promise.all([text, copied])
}
