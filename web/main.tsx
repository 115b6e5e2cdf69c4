import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { refreshSession } from './identity/session.ts'
import { watchSession } from './identity/watch-session.ts'
import { StaticLanding } from './landing/static-landing.tsx'
import { readDocumentFacts } from './layout/document-facts.ts'
import { loadProductSettings } from './layout/product-settings.ts'
import { preloadPage } from './routes.tsx'
import { trustedTypes } from './trusted-types.ts'
import { preloadLinks } from './preload-links.ts'
import './styles.css'

/** Milliseconds before the loading state renders, in case the page is ready by then. */
const patienceMs = 100

watchSession()
const sessionKnown = refreshSession()
// Pages work without the settings; those that need them load them again.
loadProductSettings().catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
const written = document.getElementById('static-landing')?.innerHTML
preloadLinks()
// The only raw HTML that is ever inserted: the server's own, from the document.
const allowed = trustedTypes?.createPolicy('written-page', { createHTML: (text) => text })
const html = written && (allowed?.createHTML(written) ?? written)
const app = <App facts={readDocumentFacts()} written={html && <StaticLanding html={html} />} />
// The landing page's document is already rendered.
if (root.firstElementChild) hydrateRoot(root, app)
else {
  const pageThere = Promise.all([sessionKnown, preloadPage(window.location.pathname)])
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  void Promise.race([pageThere, patience]).then(() => createRoot(root).render(app))
}
