const width = 500
const height = 600

/**
 * Opens an empty window of 500x600 in the middle of this one; null where the browser does not let it open. It stays empty until it
 * is led to the provider, because a window that already showed a page of ours would lose its link to this one on the way.
 */
export function openSocialPopup(title: string): Window | null {
  const left = Math.round(window.screenX + Math.max(0, window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + Math.max(0, window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const popup = window.open('', '_blank', features)
  // Some blockers let it open and close it at once.
  if (!popup || popup.closed) return null
  const { document: page } = popup
  page.title = title
  page.documentElement.style.cssText = 'color-scheme: light dark; height: 100%'
  page.body.style.cssText =
    'display: grid; place-items: center; height: 90%; font: 1rem system-ui, sans-serif'
  page.body.textContent = 'One moment...'
  return popup
}

/** Whether there is room for a window beside this one, and a pointer to go between them: not so on phones. */
export function opensPopups(): boolean {
  return !window.matchMedia('(pointer: coarse), (max-width: 39.99rem)').matches
}

/** Whether the window shows a page of ours. */
export function isReadable(popup: Window): boolean {
  try {
    return typeof popup.location.href === 'string'
  } catch {
    return false
  }
}
