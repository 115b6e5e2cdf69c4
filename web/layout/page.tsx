import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { brandName } from '../../contract/brand.ts'
import { classNames } from '../ui/class-names.ts'
import { startAtHeading } from './page-start.ts'

/** Null until the first page of the visit, which the browser has placed. */
let lastPlace: string | null = null

/**
 * For the main heading of a page or step: sets the document title and, after navigation, focuses the heading
 * and scrolls to the top. `place` names the view of a page whose title stays the same.
 */
export function useMainHeading(title: string, place = title): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === brandName ? title : `${title} · ${brandName}`
  }, [title])
  useEffect(() => {
    const isFirst = lastPlace === null
    lastPlace = place
    if (!isFirst) startAtHeading(heading.current)
  }, [place])
  return heading
}

const widths = { narrow: 'max-w-lg', regular: 'max-w-3xl', wide: 'max-w-6xl' }

type PageProps = {
  title: string
  /** The view of this page, where one title has several: another view starts at the heading again. */
  place?: string
  lead?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** Keeps short buttons beside the heading on a phone too. */
  actionsBeside?: boolean
  width?: keyof typeof widths
  /** For pages with tools: their content begins higher up, and no footer moves with it. */
  dense?: boolean
  children?: ReactNode
}

/** The frame of every inner page: main heading, lead, actions and content. */
export function Page({
  title,
  place,
  lead,
  actions,
  width = 'regular',
  dense = false,
  actionsBeside = false,
  children,
}: PageProps) {
  const heading = useMainHeading(title, place)
  return (
    <div
      className={classNames(
        'mx-auto w-full px-4 pb-16 sm:px-6 sm:pb-24',
        dense ? 'min-h-dvh pt-6 sm:pt-8' : 'pt-8 sm:pt-12',
        widths[width],
      )}
    >
      <div
        className={classNames(
          'flex justify-between gap-x-6 gap-y-4',
          actionsBeside ? 'items-start max-[359px]:flex-wrap sm:items-end' : 'flex-wrap items-end',
          dense ? 'mb-4' : 'mb-7 sm:mb-9',
        )}
      >
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className={classNames(
              'leading-tight font-semibold',
              dense ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-[2.5rem]',
            )}
          >
            {title}
          </h1>
          {lead && <p className="mt-2.5 max-w-prose text-muted sm:text-lg">{lead}</p>}
        </div>
        {actions && (
          <div className={classNames('flex flex-wrap gap-3', actionsBeside && 'shrink-0')}>{actions}</div>
        )}
      </div>
      {children}
    </div>
  )
}
