const asked = new Set<string>()

/** Has the browser fetch the card provider's script ahead of the form that runs it. Nothing of it runs before that. */
export function preloadCardProvider(scriptUrl: string): void {
  if (asked.has(scriptUrl)) return
  asked.add(scriptUrl)
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: scriptUrl }),
  )
}
