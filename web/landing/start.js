// Runs inside the landing page's document, which is readable without it. Loads the rest after the first
// paint: the font, then the pictures below the fold, the styles of the other pages and the application script.
{
  const { page, styles } = document.currentScript.dataset
  const { dataset } = document.documentElement
  const ask = (rel, href) => {
    const link = Object.assign(document.createElement('link'), { rel, href })
    document.head.append(link)
    return link
  }
  // Browsers do not paint hidden tabs.
  const whenPainted = () =>
    new Promise((done) => {
      if (document.hidden) setTimeout(done)
      else requestAnimationFrame(() => setTimeout(done))
    })
  const begin = async () => {
    await whenPainted()
    dataset.painted = ''
    await whenPainted()
    await document.fonts.ready
    dataset.loaded = ''
    ask('modulepreload', page)
    const sheet = ask('stylesheet', styles)
    for (const end of ['load', 'error']) sheet.addEventListener(end, () => void import(page))
  }
  // The check of a car works before the application has loaded. Its policy allows no form to be sent.
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !event.target.matches('[data-car-check]')) return
    event.preventDefault()
    location.assign(
      `${event.target.getAttribute('action')}?${new URLSearchParams(new FormData(event.target))}`,
    )
  })
  addEventListener('load', () => void begin(), { once: true })
}
