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
 * Preloads the code of a page when a link to it is hovered, focused or touched, and routes clicks on links of
 * the server-rendered HTML without a page load.
 */
export function preloadLinks(): void {
  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(intent, preload, { passive: true })
  }
  document.addEventListener('click', follow)
}
