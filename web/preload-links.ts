import { navigate } from 'wouter/use-browser-location'
import { isPage, preloadPage } from './routes.tsx'

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null
}

function preload(event: Event): void {
  const link = linkOf(event)
  if (link) void preloadPage(link.pathname)
}

function follow(event: MouseEvent): void {
  const link = linkOf(event)
  if (!link?.closest('#static-landing') || !isPage(link.pathname) || link.target !== '') return
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!isPlain || event.defaultPrevented) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}

/**
 * Fetches the code of a page as soon as somebody is about to press a link to it, and follows the links of what the server wrote as
 * all others are followed: without another document.
 */
export function preloadLinks(): void {
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(intent, preload, { passive: true })
  }
  document.addEventListener('click', follow)
}
