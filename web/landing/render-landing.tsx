import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { scriptJson, type DocumentFacts, type RenderLanding } from '../../contract/document-facts.ts'
import { App } from '../app.tsx'
import { headTags } from './head-tags.ts'
import { landingTitle } from './landing-words.ts'

/** Writes the landing page into the document of every page. Throws when that has lost one of the places this goes to. */
export const renderLanding: RenderLanding = ({ document, sandboxUrl, landing, publicUrl }) => {
  const facts: DocumentFacts = { sandboxUrl, landing }
  const page = renderToString(
    <Router ssrPath="/">
      <App facts={facts} />
    </Router>,
  )
  const inHead = [
    ...headTags(landing, publicUrl),
    `<script type="application/json" id="facts">${scriptJson(facts)}</script>`,
  ]
  const places: [string, string][] = [
    ['<title>Dashfit</title>', `<title>${landingTitle}</title>`],
    ['</head>', `${inHead.join('\n')}\n</head>`],
    ['<div id="root"></div>', `<div id="root">${page}</div>`],
  ]
  return places.reduce((text, [place, filled]) => {
    if (!text.includes(place)) throw new Error(`The document has no ${place}`)
    return text.replace(place, () => filled)
  }, document)
}
