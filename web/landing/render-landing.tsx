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

/**
 * Renders the landing page into the document of every page. Throws when the document lacks an insertion
 * point.
 */
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
    // The browser keeps the rendered page, so it needs no facts about it.
    `<script type="application/json" id="facts">${scriptJson({ ...facts, landing: null })}</script>`,
  ]
  const sheet = sheetLink.exec(document)?.[1] ?? ''
  // Replacer functions, because '$' has a meaning in replacement strings.
  const places: [RegExp, (found: string, group: string) => string][] = [
    // The first line of text requests the font; nothing may load before the visible content.
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
