// For a page that is readable in its document: what is seen comes first, then the script that takes the page over.
const { page } = document.currentScript.dataset
const takeOver = () => setTimeout(() => import(page))
if (document.readyState === 'complete') takeOver()
else addEventListener('load', takeOver, { once: true })
