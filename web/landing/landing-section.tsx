import type { ReactNode } from 'react'

type LandingSectionProps = {
  id: string
  title: string
  lead?: ReactNode
  /** `dark` stays dark in both color schemes, with a strip of light on top. */
  ground?: 'canvas' | 'surface' | 'dark'
  children: ReactNode
}

const grounds = {
  canvas: undefined,
  surface: 'border-y border-line bg-surface',
  dark: 'always-dark relative bg-canvas',
}

/** A section of the landing page with its heading. */
export function LandingSection({ id, title, lead, ground = 'canvas', children }: LandingSectionProps) {
  return (
    <section aria-labelledby={id} className={grounds[ground]}>
      {ground === 'dark' && <div aria-hidden="true" className="ambient-line absolute inset-x-0 top-0" />}
      <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-28">
        <h2
          id={id}
          className="max-w-[12em] font-headline text-3xl leading-tight font-semibold sm:text-5xl sm:leading-[1.1]"
        >
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-[52ch] text-balance text-muted sm:mt-5 sm:text-xl">{lead}</p>}
        {children}
      </div>
    </section>
  )
}
