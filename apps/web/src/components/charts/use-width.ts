import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * In pixels. It is measured before the first paint: an observer's first call waits for a frame, which under load left the chart
 * empty for seconds.
 */
export const useWidth = (of: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}
