// For a page that is readable in its document: what is seen comes first, then the pictures further down, the styles of every other
// page and the script that takes the page over.
const { page, styles } = document.currentScript.dataset
const ask = (rel, href) => {
  const link = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(link)
  return link
}
const takeOver = () =>
  setTimeout(() => {
    document.documentElement.dataset.loaded = ''
    ask('modulepreload', page)
    const sheet = ask('stylesheet', styles)
    for (const end of ['load', 'error']) sheet.addEventListener(end, () => void import(page))
  })
if (document.readyState === 'complete') takeOver()
else addEventListener('load', takeOver, { once: true })
