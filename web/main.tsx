import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { refreshSession } from './identity/session.ts'
import { StaticLanding } from './landing/static-landing.tsx'
import { readDocumentFacts } from './layout/document-facts.ts'
import { loadProductSettings } from './layout/product-settings.ts'
import { preloadPage } from './routes.tsx'
import { trustedTypes } from './trusted-types.ts'
import { preloadLinks } from './preload-links.ts'
import './styles.css'

/** So long a page is not drawn as loading, in case that it is there by then. */
const patienceMs = 100

const sessionKnown = refreshSession()
// Without the settings the pages still work; those that cannot ask again themselves.
loadProductSettings().catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
const written = document.getElementById('static-landing')?.innerHTML
preloadLinks()
// The only markup that is ever put into a page: what the document had from the server, and nothing that comes later.
const allowed = trustedTypes?.createPolicy('written-page', { createHTML: (text) => text })
const html = written && (allowed?.createHTML(written) ?? written)
const app = <App facts={readDocumentFacts()} written={html && <StaticLanding html={html} />} />
// The document of the landing page has it written already.
if (root.firstElementChild) hydrateRoot(root, app)
else {
  const pageThere = Promise.all([sessionKnown, preloadPage(window.location.pathname)])
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  void Promise.race([pageThere, patience]).then(() => createRoot(root).render(app))
}
