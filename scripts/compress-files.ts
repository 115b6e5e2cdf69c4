import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this a packed file saves no packet of the network. */
const worthBytes = 1000

/** Writes beside each text file of a folder what the server sends to those who take it packed: once, and as small as can be. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|svg|webmanifest)$/.test(file),
  )
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const content = readFileSync(path)
      if (content.length < worthBytes) return
      const [br, gz] = await Promise.all([brotli(content), zip(content, { level: 9 })])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}
