import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { refreshSession } from './identity/session.ts'
import { Layout } from './layout/layout.tsx'
import { loadProductSettings } from './layout/product-settings.ts'
import { Routes } from './routes.tsx'
import './styles.css'

void refreshSession()
// Without the settings the pages still work; those that cannot ask again themselves.
loadProductSettings().catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <Layout>
      <Routes />
    </Layout>
  </StrictMode>,
)
