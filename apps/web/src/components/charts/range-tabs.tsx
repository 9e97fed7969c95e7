import { UnstyledButton } from '@mantine/core'
import type { RangeName } from './range-names.ts'
import classes from './range-tabs.module.css'

interface RangeTabsProps<Range extends string> {
  ranges: readonly Range[]
  names: Readonly<Record<Range, RangeName>>
  value: Range
  onChange: (range: Range) => void
}

/** Over which time a chart goes. */
export const RangeTabs = <Range extends string>({ ranges, names, value, onChange }: RangeTabsProps<Range>) => (
  <div role="group" aria-label="Time range" className={classes.ranges}>
    {ranges.map((range) => (
      <UnstyledButton
        key={range}
        className={classes.range}
        aria-pressed={range === value}
        title={`Show ${names[range].long}`}
        onClick={() => onChange(range)}
      >
        {names[range].short}
      </UnstyledButton>
    ))}
  </div>
)
