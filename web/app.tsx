import { StrictMode, type ReactNode } from 'react'
import type { DocumentFacts } from '../contract/document-facts.ts'
import { DocumentFactsContext } from './layout/document-facts.ts'
import { Layout } from './layout/layout.tsx'
import { Routes } from './routes.tsx'

/** The whole front end, as the browser renders it and as the server renders the landing page's document. */
export function App({ facts, written }: { facts: DocumentFacts; written?: ReactNode }) {
  return (
    <StrictMode>
      <DocumentFactsContext value={facts}>
        <Layout>
          <Routes written={written} />
        </Layout>
      </DocumentFactsContext>
    </StrictMode>
  )
}
