import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import classes from './line-chart.module.css'
import { anchorOf, clearTicks, distinctTicks } from './plot-points.ts'
import { margin, type Scales } from './scales.ts'

interface AxesProps {
  x: Scales['x']
  /** Null where no value is drawn: the axis of values would name values that nobody measured. */
  y: Scales['y'] | null
  width: number
  height: number
  formatValue: (value: number) => string
  formatTime: (at: Date) => string
}

const toDate = (value: Date | number | { valueOf: () => number }) =>
  value instanceof Date ? value : new Date(Number(value))

/** In one line: visx's own labels are measured first, each of which has the browser lay out the page. */
const tickLabel = ({ formattedValue, x, y, dx, dy, textAnchor }: TickRendererProps) => (
  <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor}>
    {formattedValue}
  </text>
)

interface ValueAxisProps extends Pick<AxesProps, 'width' | 'formatValue'> {
  y: Scales['y']
}

const ValueAxis = ({ y, width, formatValue }: ValueAxisProps) => {
  const ticks = distinctTicks(y.ticks(4), formatValue)
  return (
    <>
      {ticks.map((tick) => (
        <line
          key={tick}
          className={classes.grid}
          x1={margin.left}
          x2={width - margin.right}
          y1={y(tick)}
          y2={y(tick)}
        />
      ))}
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatValue(Number(value))}
        tickComponent={tickLabel}
        tickClassName={classes.tick ?? ''}
      />
    </>
  )
}

export const Axes = ({ x, y, width, height, formatValue, formatTime }: AxesProps) => (
  <>
    {y && <ValueAxis y={y} width={width} formatValue={formatValue} />}
    <AxisBottom
      scale={x}
      top={height - margin.bottom}
      tickValues={clearTicks(x.ticks(Math.max(2, Math.floor(width / 140))), {
        labelOf: formatTime,
        xOf: (tick) => x(tick),
        width,
      })}
      hideTicks
      axisLineClassName={classes.axis ?? ''}
      tickFormat={(value) => formatTime(toDate(value))}
      tickComponent={tickLabel}
      tickClassName={classes.tick ?? ''}
      tickLabelProps={(value) => ({ textAnchor: anchorOf(x(toDate(value)), formatTime(toDate(value)).length, width) })}
    />
  </>
)
