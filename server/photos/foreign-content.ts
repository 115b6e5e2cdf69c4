/** Beginnings of pages, scripts and documents that a program may look for anywhere in a file. */
const foreignText = /<(?:!doctype\s+html|(?:html|script|iframe|svg)[\s>]|\?php)|%pdf-\d/i

const endOfDirectory = Buffer.from('PK\x05\x06', 'latin1')
const endOfDirectoryBytes = 22
const longestComment = 65_535

/**
 * Whether a program would open the end of the file as a ZIP archive: its directory is found from there.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.16)
 */
function endsAsArchive(bytes: Buffer): boolean {
  const lowest = Math.max(0, bytes.length - longestComment - endOfDirectoryBytes)
  for (
    let at = bytes.lastIndexOf(endOfDirectory);
    at >= lowest;
    at = bytes.lastIndexOf(endOfDirectory, at - 1)
  ) {
    if (at + endOfDirectoryBytes <= bytes.length && bytes.readUInt32LE(at + 12) <= at) return true
    if (at === 0) return false
  }
  return false
}

/**
 * Whether a file is a picture and also another kind of file: a page, a script, a document or an archive.
 * `beside` are its parts that are no picture. Other pictures and films, which phones append, are not foreign.
 */
export function hasForeignContent(bytes: Buffer, beside: readonly Buffer[]): boolean {
  return endsAsArchive(bytes) || beside.some((part) => foreignText.test(part.toString('latin1')))
}
