import { useEffect, useState } from 'react'

/** Space between the edge of the page, below its sticky parts, and a section that counts as read. */
const slack = 96

/**
 * The section that crosses the reading line, which lies at the top and moves to the bottom over the last
 * window of the page, so that short last sections count too.
 */
function findSectionInView(ids: readonly string[]): string | null {
  const { scrollHeight } = document.documentElement
  const { innerHeight, scrollY } = window
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  const top = (Number.isNaN(padding) ? 0 : padding) + slack
  const range = Math.min(innerHeight, scrollHeight - innerHeight)
  const left = scrollHeight - innerHeight - scrollY
  const progress = range > 0 ? Math.max(0, 1 - left / range) : 0
  const line = top + (innerHeight - top) * progress
  const passed = ids.filter((id) => {
    const section = document.getElementById(id)
    return section !== null && section.getBoundingClientRect().top <= line
  })
  return passed.at(-1) ?? ids[0] ?? null
}

/** The reader scrolls on by one of these. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * The section in view, in the order of the page. A section that was chosen stays the one until the reader
 * moves on: a short one near the end never reaches the top.
 */
export function useSectionInView(ids: readonly string[]) {
  const [inView, setInView] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setInView(findSectionInView(key.split(' '))))
    }
    const moveOn = () => setChosen(null)
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    for (const move of moves) window.addEventListener(move, moveOn, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
      for (const move of moves) window.removeEventListener(move, moveOn)
    }
  }, [key])
  return { current: chosen ?? inView, choose: setChosen }
}
