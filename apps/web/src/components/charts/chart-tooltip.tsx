import classes from './line-chart.module.css'

interface ChartTooltipProps {
  /** Pixels from the chart's left edge. */
  left: number
  width: number
  title: string
  lines: string[]
}

export const ChartTooltip = ({ left, width, title, lines }: ChartTooltipProps) => (
  <div
    className={classes.tooltip}
    role="status"
    style={left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }}
  >
    <strong>{title}</strong>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  </div>
)
