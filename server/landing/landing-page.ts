import { landingFactsOf, type RenderLanding } from '../../contract/document-facts.ts'
import { listPackages } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { compressDocument, type CompressedDocument } from '../http/compressed-document.ts'
import { listBookableShops } from '../shops/queries.ts'

/** For so long the page is not compared with the database again. */
const freshMs = 10_000

/**
 * The document of the landing page, written anew only when the packages, the shops or their hours have
 * changed. While they cannot be read the last one is sent, or `shell`, which asks for them by itself.
 * `scripts`: the inline scripts of the shell, which the page keeps.
 */
export function keepLandingPage(
  context: Context,
  render: RenderLanding,
  shell: { text: string; scripts: readonly string[]; packed: CompressedDocument },
): () => Promise<CompressedDocument> {
  const { clock, config, database, log } = context
  let kept = { facts: '', document: shell.packed }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<CompressedDocument> | null = null

  async function read(): Promise<CompressedDocument> {
    const now = clock.now()
    try {
      const landing = landingFactsOf(await listPackages(database.db), await listBookableShops(context), now)
      const facts = JSON.stringify(landing)
      if (facts !== kept.facts) {
        const sandboxUrl = config.sandbox?.url ?? null
        const written = render({ document: shell.text, sandboxUrl, landing, publicUrl: config.publicUrl })
        kept = { facts, document: await compressDocument(written.text, [...shell.scripts, written.script]) }
      }
    } catch (error) {
      log.error({ err: error }, 'the landing page could not be compared with the database')
    }
    readAt = now
    return kept.document
  }

  return async () => {
    // A clock that was turned back counts as well.
    if (Math.abs(clock.now() - readAt) < freshMs) return kept.document
    reading ??= read().finally(() => (reading = null))
    return reading
  }
}
