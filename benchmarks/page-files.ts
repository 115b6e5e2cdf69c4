import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buildFolder } from '../scripts/build-fingerprint.ts'

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; bytes: number }

/** Asks as it is told, and leaves the answer packed. */
export function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => (bytes += piece.length))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      )
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

// As the build has it: below this a packed file saves nothing.
const worthPackingBytes = 1000

/** What is wrong with how the files with a digest in their name are sent, in words; and how many there are. */
export async function findFaultsOfFiles(url: string): Promise<{ count: number; faults: string[] }> {
  const folder = join(buildFolder, 'web/assets')
  const files = readdirSync(folder).filter((file) => !/\.(br|gz|map)$/.test(file))
  const faults: string[] = []
  for (const file of files) {
    const size = statSync(join(folder, file)).size
    const isPackable = /\.(js|css|svg)$/.test(file) && size >= worthPackingBytes
    for (const packing of ['br', 'gzip']) {
      const { status, headers, bytes } = await ask(`${url}/assets/${file}`, { 'accept-encoding': packing })
      if (status !== 200) faults.push(`${file}: ${status}`)
      if (!headers['cache-control']?.includes('immutable')) faults.push(`${file} is not kept for good`)
      if (isPackable && (headers['content-encoding'] !== packing || bytes >= size))
        faults.push(`${file} does not come as ${packing}`)
    }
  }
  return { count: files.length, faults }
}

/** Which of the pages are sent again to somebody who has them. */
export async function findSentAgain(url: string, paths: readonly string[]): Promise<string[]> {
  const again: string[] = []
  for (const path of paths) {
    const { headers } = await ask(url + path, { 'accept-encoding': 'br' })
    const etag = headers['etag']
    const second =
      typeof etag === 'string' && (await ask(url + path, { 'accept-encoding': 'br', 'if-none-match': etag }))
    if (!second || second.status !== 304 || second.bytes > 0) again.push(path)
  }
  return again
}
