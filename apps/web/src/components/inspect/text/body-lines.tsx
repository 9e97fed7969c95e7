import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { ExactText } from './exact-text.tsx'
import classes from '../inspect.module.css'
import { hexBytes, hexLine, lineAt, linesOf, mostRows } from '../reading/lines.ts'
import { useRemeasure } from '../outline/use-remeasure.ts'

/** Rows of a body, of which only those in sight are drawn. */
function useRows(count: number) {
  const box = useRef<HTMLDivElement>(null)
  // The rule is about the React compiler, which does not build this.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => 20, overscan: 12 })
  return { box, rows }
}

interface TextLinesProps {
  label: string
  text: string
  isWrapped: boolean
  query: string
  /** The position that is searched for; scrolls there. */
  hit: number | undefined
}

/** A text with the numbers of its lines. */
export function TextLines({ label, text, isWrapped, query, hit }: TextLinesProps) {
  const lines = useMemo(() => linesOf(text), [text])
  const { box, rows } = useRows(lines.count)
  const current = hit === undefined ? -1 : lineAt(lines, hit)
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'center' })
  }, [current, rows])
  useRemeasure(rows, isWrapped)
  return (
    <>
      <div
        ref={box}
        className={classes.box}
        tabIndex={0}
        role="group"
        aria-label={label}
        data-wrapped={isWrapped || undefined}
        style={{ ['--line-digits' as string]: String(String(lines.count).length) }}
      >
        <div className={classes.all} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              ref={rows.measureElement}
              data-index={index}
              data-number={lines.numbers[index] || ''}
              data-current={index === current || undefined}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ExactText
                text={text.slice(lines.starts[index], lines.starts[index + 1]).replace(/\r?\n$/, '')}
                query={query}
              />
            </div>
          ))}
        </div>
      </div>
      {lines.isCut && <p className={classes.note}>The rest is too long to show. Download the body to read it.</p>}
    </>
  )
}

/** Bytes in lines of sixteen. */
export function HexLines({ label, bytes }: { label: string; bytes: Uint8Array }) {
  const { box, rows } = useRows(Math.min(Math.ceil(bytes.length / hexBytes), mostRows))
  return (
    <div ref={box} className={classes.box} tabIndex={0} role="group" aria-label={label}>
      <div className={classes.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={classes.hex} style={{ transform: `translateY(${start}px)` }}>
            {hexLine(bytes, index)}
          </div>
        ))}
      </div>
    </div>
  )
}
