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

/** Loads the build's renderer of the landing page. */
async function loadLandingRenderer(webRoot: string): Promise<RenderLanding> {
  const file = join(webRoot, '../landing/render-landing.js')
  const artefact = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    renderLanding: RenderLanding
  }
  return artefact.renderLanding
}

/** Script addresses that each page needs beyond the first bundle, as listed by the build. */
async function readPageFiles(webRoot: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(webRoot, 'page-files.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string[]>))
}

/** The inline script of every page's document, which tells of a browser that is too old. */
function inlineScriptOf(document: string): string {
  const script = /<script>([^]*?)<\/script>/.exec(document)?.[1]
  if (script === undefined) throw new Error('index.html of the build has no inline script')
  return script
}

/** Requests of the first bundle on every page. */
const bundleRequests = ['/api/auth/get-session', '/api/config']
/** Requests of a page at its first render, for every visitor. */
const pageRequests: Readonly<Record<string, readonly string[]>> = {
  '/scheduler?step=vehicle': ['/api/packages', '/api/shops'],
}

/**
 * Adds preload links for the page's requests and scripts, so that they load in parallel with the first
 * bundle. Scripts have low priority: nothing is visible before the first bundle runs.
 */
function withPreloads(document: string, page: string, scripts: readonly string[]): string {
  const preload = (path: string, more = '') =>
    `<link rel="preload" as="fetch"${more} crossorigin href="${path}">`
  const links = [
    ...bundleRequests.map((path) => preload(path)),
    ...scripts.map((script) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${script}">`),
    ...(pageRequests[page] ?? []).map((path) => preload(path, ' fetchpriority="low"')),
  ]
  return document.replace('</head>', () => `${links.join('')}</head>`)
}

/**
 * Serves the built front end from `webRoot`: hashed assets are immutable, pages are revalidated, the landing
 * page is server-rendered. An unknown path gets the empty document with status 404, which shows '404 Page Not
 * Found'.
 */
export async function serveWeb(app: FastifyInstance, context: Context, webRoot: string): Promise<void> {
  const { config } = context
  const built = await readFile(join(webRoot, 'index.html'), 'utf8')
  const facts: DocumentFacts = { sandboxUrl: config.sandbox?.url ?? null, landing: null }
  const shellText = built.replace(
    '</head>',
    () => `<script type="application/json" id="facts">${scriptJson(facts)}</script></head>`,
  )
  const scripts = [inlineScriptOf(built)]
  const shell = await compressDocument(shellText, scripts)
  const landing = keepLandingPage(context, await loadLandingRenderer(webRoot), {
    text: built,
    scripts,
    packed: shell,
  })
  const pageFiles = await readPageFiles(webRoot)
  // Compressed at the first request: compressing all pages would delay the start.
  const documents = new Map<string, Promise<CompressedDocument>>()
  const documentOf = (page: string): Promise<CompressedDocument> => {
    const document =
      documents.get(page) ??
      compressDocument(withPreloads(shellText, page, pageFiles.get(page) ?? []), scripts)
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
      const isImmutable = path.includes(join(webRoot, 'assets'))
      reply.header(
        'cache-control',
        isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      if (isImmutable) reply.header('content-security-policy', nothingAllowed)
    },
  })
  registerSearchEngineFiles(app, config.publicUrl)
  for (const page of pages) {
    app.get(page, { schema: { hide: true } }, async (request, reply) => {
      if (!listedPages.includes(page)) reply.header('x-robots-tag', 'noindex')
      // A page with a query may have a document of its own.
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
