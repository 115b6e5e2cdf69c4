import { useEffect, useState } from 'react'
import type { LandingFacts } from '../../contract/document-facts.ts'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { useDocumentFacts } from '../layout/document-facts.ts'

let asked: LandingFacts | null = null

async function read<Reply>(path: string): Promise<Reply> {
  return fetchWithTimeout(path, { headers: { accept: 'application/json' } }, async (response) => {
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as Reply
  })
}

async function ask(): Promise<LandingFacts> {
  const [packages, shops, { landingFactsOf }] = await Promise.all([
    read<LandingFacts['packages']>('/api/packages'),
    read<LandingFacts['shops']>('/api/shops'),
    import('../../contract/document-facts.ts'),
  ])
  return landingFactsOf(packages, shops, Date.now())
}

type Known = { facts: LandingFacts | null; failed: boolean; retry: () => void }

/** The facts in the document, or loaded with plain fetches when the visitor came from another page. */
export function useLandingFacts(): Known {
  const { landing } = useDocumentFacts()
  const [answer, setAnswer] = useState({ facts: landing ?? asked, failed: false })
  const isAwaited = answer.facts === null && !answer.failed
  useEffect(() => {
    if (!isAwaited) return
    let left = false
    const show = (next: typeof answer) => {
      if (!left) setAnswer(next)
    }
    ask().then(
      (facts) => {
        asked = facts
        show({ facts, failed: false })
      },
      () => show({ facts: null, failed: true }),
    )
    return () => {
      left = true
    }
  }, [isAwaited])
  return { ...answer, retry: () => setAnswer({ facts: null, failed: false }) }
}
