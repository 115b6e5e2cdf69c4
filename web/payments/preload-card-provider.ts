const asked = new Set<string>()

/** Preloads the card provider's script without running it. */
export function preloadCardProvider(scriptUrl: string): void {
  if (asked.has(scriptUrl)) return
  asked.add(scriptUrl)
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: scriptUrl }),
  )
}
