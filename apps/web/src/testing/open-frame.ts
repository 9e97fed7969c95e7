import { onTestFinished } from 'vitest'

/** A second, real window with its own document. It can be left and reloaded. */
export interface Frame {
  window: Window & typeof globalThis
  /** A module as this window has it: what it keeps, it keeps for as long as its page is open. `file` begins at `src`. */
  load: <T>(file: string) => Promise<T>
  /** How often a page was loaded in it, the first included. */
  loads: () => number
}

/** Opens a window beside the page, with what the page has stored. Without `html` it shows an empty page at an address of its own. */
export async function openFrame(html?: string): Promise<Frame> {
  const element = document.createElement('iframe')
  let loads = 0
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  element.addEventListener('load', () => {
    loads += 1
    resolve()
  })
  if (html === undefined) element.src = '/fonts/LICENSE.txt'
  else element.srcdoc = html
  onTestFinished(() => element.remove())
  document.body.append(element)
  await opened
  const windowOf = () => {
    if (element.contentWindow === null) throw new Error('The frame is no longer in the page.')
    return element.contentWindow as Frame['window']
  }
  return {
    get window() {
      return windowOf()
    },
    // By that window: an import belongs to the realm that makes it.
    load: (file) => windowOf().eval(`import('/src/${file}')`),
    loads: () => loads,
  }
}
