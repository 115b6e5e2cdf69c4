import { useEffect, useRef } from 'react'
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useMedia } from './use-media.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

/** A series of bars. `color` is a token such as '--link'. */
export type BarSeries = { label: string; color: string; values: readonly number[] }
export type BarData = { categories: readonly string[]; series: readonly BarSeries[] }

type BarChartProps = {
  /** The finding in words, for screen readers; the data is in a table elsewhere. */
  label: string
  /** Keep the same object while the data is the same, or the chart is drawn again. */
  data: BarData
  /** Horizontal bars, for names too long to fit below a bar. */
  lying?: boolean
  formatValue: (value: number) => string
}

/** The current value of a token: a canvas cannot use CSS variables. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Several series are stacked. Colors follow the color scheme; reduced motion turns the animation off. */
export function BarChart({ label, data, lying = false, formatValue }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const format = useRef(formatValue)

  useEffect(() => {
    format.current = formatValue
  }, [formatValue])

  useEffect(() => {
    if (!canvas.current) return undefined
    const chart = draw(canvas.current, data, {
      lying,
      isStill,
      isDark,
      format: (value) => format.current(value),
    })
    return () => chart.destroy()
  }, [data, lying, isDark, isStill])

  return (
    <div className={lying ? 'relative h-44 shrink-0' : 'relative h-60 max-h-96 shrink-0 grow'}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no image to
          load */}
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

type Drawing = { lying: boolean; isStill: boolean; isDark: boolean; format: (value: number) => string }

function draw(canvas: HTMLCanvasElement, { categories, series }: BarData, drawing: Drawing): Chart {
  const { lying, isStill, isDark, format } = drawing
  const muted = token('--muted')
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 }
  const names = { stacked: true, grid: { display: false }, border: { color: token('--line-strong') } }
  const values = {
    stacked: true,
    beginAtZero: true,
    grid: { color: token('--line') },
    border: { display: false },
  }
  const valueTicks = {
    color: muted,
    font,
    maxTicksLimit: 6,
    precision: 0,
    callback: (value: string | number) => format(Number(value)),
  }
  const nameTicks = { color: muted, font, maxRotation: 0, autoSkipPadding: 12 }
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...categories],
      datasets: series.map(({ label, color, values: heights }) => ({
        label,
        data: [...heights],
        backgroundColor: token(color),
        borderColor: token('--surface'),
        borderWidth: { top: 1, right: lying ? 1 : 0 },
        borderRadius: 3,
        maxBarThickness: lying ? 26 : 40,
      })),
    },
    options: {
      indexAxis: lying ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: isStill ? false : { duration: 350 },
      scales: lying
        ? { x: { ...values, ticks: valueTicks }, y: { ...names, ticks: { ...nameTicks, autoSkip: false } } }
        : { x: { ...names, ticks: nameTicks }, y: { ...values, ticks: valueTicks } },
      interaction: { mode: 'index', intersect: false, axis: lying ? 'y' : 'x' },
      plugins: {
        tooltip: {
          backgroundColor: token(isDark ? '--hover' : '--selected'),
          titleColor: token(isDark ? '--ink' : '--on-selected'),
          bodyColor: token(isDark ? '--ink' : '--on-selected'),
          titleFont: { ...font, weight: 600 },
          bodyFont: font,
          padding: 10,
          cornerRadius: 8,
          callbacks: {
            label: ({ dataset, parsed }) =>
              `${series.length > 1 ? `${dataset.label}: ` : ''}${format((lying ? parsed.x : parsed.y) ?? 0)}`,
          },
        },
      },
    },
  })
}
