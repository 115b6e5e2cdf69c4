import { createContext, useContext } from 'react'
import type { DocumentFacts } from '../../contract/document-facts.ts'

/** Facts that the server wrote into the document. In development they are absent and loaded instead. */
export const DocumentFactsContext = createContext<DocumentFacts>({ sandboxUrl: null, landing: null })

export function useDocumentFacts(): DocumentFacts {
  return useContext(DocumentFactsContext)
}

export function readDocumentFacts(): DocumentFacts {
  const written = document.getElementById('facts')?.textContent
  return written ? (JSON.parse(written) as DocumentFacts) : { sandboxUrl: null, landing: null }
}
