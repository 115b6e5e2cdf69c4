import { createContext, useContext } from 'react'
import type { DocumentFacts } from '../../contract/document-facts.ts'

/** What came with the document. Where the server did not write it (in development) it is asked for instead. */
export const DocumentFactsContext = createContext<DocumentFacts>({ sandboxUrl: null, landing: null })

export function useDocumentFacts(): DocumentFacts {
  return useContext(DocumentFactsContext)
}

export function readDocumentFacts(): DocumentFacts {
  const written = document.getElementById('facts')?.textContent
  return written ? (JSON.parse(written) as DocumentFacts) : { sandboxUrl: null, landing: null }
}
