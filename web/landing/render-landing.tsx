import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { scriptJson, type DocumentFacts, type RenderLanding } from '../../contract/document-facts.ts'
import { App } from '../app.tsx'
import { headTags } from './head-tags.ts'
import { LandingPage } from './landing-page.tsx'
import { landingTitle } from './landing-words.ts'
import startScript from './start.js?raw'
import styles from './static-landing.css?inline'

const sheetLink = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/

/** Writes the landing page into the document of every page. Throws when that has lost one of the places this goes to. */
export const renderLanding: RenderLanding = ({ document, sandboxUrl, landing, publicUrl }) => {
  const facts: DocumentFacts = { sandboxUrl, landing }
  const page = renderToString(
    <Router ssrPath="/">
      <App
        facts={facts}
        written={
          <div id="static-landing" className="contents">
            <LandingPage />
          </div>
        }
      />
    </Router>,
  )
  const inHead = [
    ...headTags(landing, publicUrl),
    // The browser leaves the page as it is written, so it needs no facts of it.
    `<script type="application/json" id="facts">${scriptJson({ ...facts, landing: null })}</script>`,
  ]
  const sheet = sheetLink.exec(document)?.[1] ?? ''
  // Each by a function: in a text to put in, a '$' would mean something.
  const places: [RegExp, (found: string, group: string) => string][] = [
    // The font is asked for by the first line of text; nothing goes before what is seen.
    [/<link\s+rel="preload"[^>]*as="font"[^>]*>\s*/, () => ''],
    [
      /<script type="module" crossorigin src="([^"]+)">/,
      (_found, script) => `<script data-page="${script}" data-styles="${sheet}">${startScript}`,
    ],
    [sheetLink, () => `<style>${styles}</style>`],
    [/<title>[^<]*<\/title>/, () => `<title>${landingTitle}</title>`],
    [/<\/head>/, () => `${inHead.join('\n')}\n</head>`],
    [/<div id="root"><\/div>/, () => `<div id="root">${page}</div>`],
  ]
  const text = places.reduce((written, [place, fill]) => {
    if (!place.test(written)) throw new Error(`The document has no ${String(place)}`)
    return written.replace(place, fill)
  }, document)
  return { text, script: startScript }
}
