import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { scriptJson, type DocumentFacts, type RenderLanding } from '../../contract/document-facts.ts'
import { listedPages, pages } from '../../contract/pages.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { keepLandingPage } from '../landing/landing-page.ts'
import { compressDocument, sendDocument, type CompressedDocument } from './compressed-document.ts'
import { sendRefusal } from './refusal-answer.ts'
import { registerSearchEngineFiles } from './search-engines.ts'
import { nothingAllowed } from './security-headers.ts'

/** The part of the front end that writes the landing page's document: an artefact of the build, beside its files. */
async function loadLandingRenderer(webRoot: string): Promise<RenderLanding> {
  const file = join(webRoot, '../landing/render-landing.js')
  const artefact = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    renderLanding: RenderLanding
  }
  return artefact.renderLanding
}

/** For each page the addresses of the scripts that it needs beyond the first bundle: an artefact of the build as well. */
async function readPageFiles(webRoot: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(webRoot, 'page-files.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string[]>))
}

/** What the first bundle asks as soon as it runs, on every page. */
const firstQuestions = ['/api/auth/get-session', '/api/config']
/** What a page asks as soon as it is drawn, whoever looks at it. */
const pageQuestions: Readonly<Record<string, readonly string[]>> = {
  '/scheduler?step=vehicle': ['/api/packages', '/api/shops'],
}

/**
 * A document that names what its page will ask for, so that nothing is found late. All of it comes beside the first bundle, and the
 * scripts give way to it: without that there is nothing to see.
 */
function withPreloads(document: string, page: string, scripts: readonly string[]): string {
  const asked = (question: string, more = '') =>
    `<link rel="preload" as="fetch"${more} crossorigin href="${question}">`
  const links = [
    ...firstQuestions.map((question) => asked(question)),
    ...scripts.map((script) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${script}">`),
    ...(pageQuestions[page] ?? []).map((question) => asked(question, ' fetchpriority="low"')),
  ]
  return document.replace('</head>', () => `${links.join('')}</head>`)
}

/**
 * Serves the built front end from `webRoot`: hashed assets for good, pages always fresh, the landing page readable in its
 * document. A path that is no page gets the empty document with status 404, and shows '404 Page Not Found'.
 */
export async function serveWeb(app: FastifyInstance, context: Context, webRoot: string): Promise<void> {
  const { config } = context
  const built = await readFile(join(webRoot, 'index.html'), 'utf8')
  const facts: DocumentFacts = { sandboxUrl: config.sandbox?.url ?? null, landing: null }
  const shellText = built.replace(
    '</head>',
    () => `<script type="application/json" id="facts">${scriptJson(facts)}</script></head>`,
  )
  const shell = await compressDocument(shellText)
  const landing = keepLandingPage(context, await loadLandingRenderer(webRoot), {
    text: built,
    packed: shell,
  })
  const pageFiles = await readPageFiles(webRoot)
  // Packed when somebody comes: all of them would take more of the start than of the visits.
  const documents = new Map<string, Promise<CompressedDocument>>()
  const documentOf = (page: string): Promise<CompressedDocument> => {
    const document =
      documents.get(page) ?? compressDocument(withPreloads(shellText, page, pageFiles.get(page) ?? []))
    documents.set(page, document)
    return document
  }
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['index.html', 'page-files.json', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const forGood = path.includes(join(webRoot, 'assets'))
      reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (forGood) reply.header('content-security-policy', nothingAllowed)
    },
  })
  registerSearchEngineFiles(app, config.publicUrl)
  for (const page of pages) {
    app.get(page, { schema: { hide: true } }, async (request, reply) => {
      if (!listedPages.includes(page)) reply.header('x-robots-tag', 'noindex')
      // An address with a query may have a document of its own.
      const named = pageFiles.has(request.url) ? request.url : page
      return sendDocument(request, reply, await (page === '/' ? landing() : documentOf(named)))
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) {
      return sendRefusal(reply, new Refusal('not_found'))
    }
    return sendDocument(request, reply.status(404), shell)
  })
}
