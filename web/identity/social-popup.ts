import { openChannel } from '../ui/open-channel.ts'

const width = 500
const height = 600

/**
 * Opens an empty popup of 500x600 over the middle of this window; null when the browser blocks it. It stays
 * empty until it is sent to the provider: a popup that has shown a page of ours would lose its link to this
 * one.
 */
export function openSocialPopup(title: string): Window | null {
  const left = Math.round(window.screenX + Math.max(0, window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + Math.max(0, window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const popup = window.open('', '_blank', features)
  // Some blockers open the popup and close it at once.
  if (!popup || popup.closed) return null
  const { document: page } = popup
  page.title = title
  page.documentElement.style.cssText = 'color-scheme: light dark; height: 100%'
  page.body.style.cssText =
    'display: grid; place-items: center; height: 90%; font: 1rem system-ui, sans-serif'
  page.body.textContent = 'One moment...'
  return popup
}

/**
 * Whether there is room for a popup and a pointer to switch between windows: not on phones. Without a channel
 * the popup could not tell its result.
 */
export function opensPopups(): boolean {
  const channel = openChannel('social-sign-in-check')
  if (!channel) return false
  channel.close()
  return !window.matchMedia('(pointer: coarse), (max-width: 39.99rem)').matches
}

/** Whether the popup shows a page of ours. */
export function isReadable(popup: Window): boolean {
  try {
    return typeof popup.location.href === 'string'
  } catch {
    return false
  }
}
