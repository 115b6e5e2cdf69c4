// Stands in the landing page's document, which is readable without it, and asks for everything else once its words are painted: first
// what belongs to them, the font and the picture behind, then the pictures further down, the styles of every other page and the
// script that takes the page over.
{
  const { page, styles } = document.currentScript.dataset
  const { dataset } = document.documentElement
  const ask = (rel, href) => {
    const link = Object.assign(document.createElement('link'), { rel, href })
    document.head.append(link)
    return link
  }
  // Nothing is painted in a tab that nobody sees.
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
  addEventListener('load', () => void begin(), { once: true })
}
