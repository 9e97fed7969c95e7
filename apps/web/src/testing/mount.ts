import { act, createElement, type ReactNode } from 'react'
import { vi } from 'vitest'

/** What React asks of an element that nothing is ever put into. */
const emptyElement = () => {
  const properties = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', textContent: '' }
  return Object.assign(new EventTarget(), { ...properties, ownerDocument: document }) as unknown as HTMLElement
}

class StubElement {
  value = ''
}

/** As much of a browser as hooks need, and components that show nothing; `vi.unstubAllGlobals` takes it away. */
export function stubBrowser(): void {
  const document = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, querySelector: () => null })
  const window = Object.assign(new EventTarget(), { document, HTMLIFrameElement: StubElement })
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', window)
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('Element', StubElement)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** Shows a component in the stubbed browser. */
async function mount(node: ReactNode) {
  // It looks for a browser as it is loaded.
  const { createRoot } = await import('react-dom/client')
  const root = createRoot(emptyElement())
  const render = (shown: ReactNode) => act(async () => root.render(shown))
  await render(node)
  return { render, unmount: () => act(async () => root.unmount()) }
}

/** Calls a hook in a component of its own; `current` is what it has returned last. */
export async function mountHook<Result>(useHook: () => Result) {
  const result = {} as { current: Result }
  function Caller() {
    result.current = useHook()
    return null
  }
  const { render, unmount } = await mount(createElement(Caller))
  return { result, rerender: () => render(createElement(Caller)), unmount }
}
