import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { refreshSession } from './identity/session.ts'
import { WrittenPage } from './landing/written-page.tsx'
import { readDocumentFacts } from './layout/document-facts.ts'
import { loadProductSettings } from './layout/product-settings.ts'
import { preloadPage } from './routes.tsx'
import { watchLinks } from './watch-links.ts'
import './styles.css'

void refreshSession()
// Without the settings the pages still work; those that cannot ask again themselves.
loadProductSettings().catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
const written = document.getElementById('written')?.innerHTML
if (written === undefined) preloadPage(window.location.pathname)
watchLinks()
const app = (
  <App facts={readDocumentFacts()} written={written !== undefined && <WrittenPage html={written} />} />
)
// The document of the landing page has it written already.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
