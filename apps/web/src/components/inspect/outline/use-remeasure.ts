import { useEffect, useRef } from 'react'

/**
 * Rows have other heights once lines are wrapped otherwise. Their first heights are measured as they appear: to forget
 * them right after that would place all rows of a long body twice.
 */
export function useRemeasure(rows: { measure: () => void }, isWrapped: boolean): void {
  const measured = useRef(isWrapped)
  useEffect(() => {
    if (measured.current === isWrapped) return
    measured.current = isWrapped
    rows.measure()
  }, [isWrapped, rows])
}
