import { useEffect, useEffectEvent, useRef } from 'react'
import Pad from 'signature_pad'
import { signatureBox, type Strokes } from '../../../contract/workshop/work-order.ts'
import { classNames } from '../../ui/class-names.ts'
import { strokesOf } from './signature-strokes.ts'

type SignatureFieldProps = {
  /** The present drawing; empty shows a clean box. */
  strokes: Strokes
  onChange: (strokes: Strokes) => void
  error: string | undefined
}

/** A box to sign in, with a finger, a pen or a mouse. */
export function SignatureField({ strokes, onChange, error }: SignatureFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)
  const changed = useEffectEvent((next: Strokes) => onChange(next))
  const present = useEffectEvent(() => strokes)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const drawn = new Pad(element, { penColor: getComputedStyle(element).color, minWidth: 1, maxWidth: 2.5 })
    pad.current = drawn
    // The bitmap has the size of the screen's points, and loses its picture with each new size.
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = element
      const scale = Math.max(1, window.devicePixelRatio)
      element.width = width * scale
      element.height = height * scale
      element.getContext('2d')?.scale(scale, scale)
      drawn.fromData(
        present().map((stroke) => ({
          ...drawn.toData()[0],
          penColor: drawn.penColor,
          dotSize: 0,
          minWidth: drawn.minWidth,
          maxWidth: drawn.maxWidth,
          velocityFilterWeight: drawn.velocityFilterWeight,
          compositeOperation: 'source-over' as const,
          points: stroke.map(([x = 0, y = 0]) => ({
            x: (x / signatureBox.width) * width,
            y: (y / signatureBox.height) * height,
            pressure: 0.5,
            time: 0,
          })),
        })),
      )
    }
    fit()
    const tell = () => {
      // A drawing is an input, like typed text.
      element.dispatchEvent(new Event('input', { bubbles: true }))
      changed(strokesOf(drawn.toData(), { width: element.clientWidth, height: element.clientHeight }))
    }
    drawn.addEventListener('endStroke', tell)
    window.addEventListener('resize', fit)
    return () => {
      window.removeEventListener('resize', fit)
      drawn.removeEventListener('endStroke', tell)
      drawn.off()
    }
  }, [])
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-sm font-medium">Signature</p>
        <button
          type="button"
          onClick={() => {
            pad.current?.clear()
            onChange([])
          }}
          className="min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink hover:no-underline"
        >
          Clear
        </button>
      </div>
      <canvas
        ref={canvas}
        className={classNames(
          'aspect-5/2 w-full touch-none rounded-control border bg-surface text-ink',
          error === undefined ? 'border-line-strong' : 'border-bad',
        )}
      >
        A box to sign in
      </canvas>
      <p aria-live="polite" className="text-sm font-medium text-bad">
        {error}
      </p>
    </div>
  )
}
