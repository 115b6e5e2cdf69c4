import type { FastifyInstance } from 'fastify'
import { listedPages } from '../../contract/pages.ts'

/**
 * Serves robots.txt and the sitemap. robots.txt does not block private pages: a blocked crawler could not
 * read their `noindex` header.
 */
export function registerSearchEngineFiles(app: FastifyInstance, publicUrl: string): void {
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
  const locations = listedPages.map((page) => `  <url><loc>${escapeXml(`${publicUrl}${page}`)}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...locations,
    '</urlset>',
    '',
  ].join('\n')
  const files = [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', text: robots },
    { path: '/sitemap.xml', type: 'application/xml; charset=utf-8', text: sitemap },
  ]
  for (const { path, type, text } of files) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(text),
    )
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
