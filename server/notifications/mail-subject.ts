/** The number of characters that mailboxes show of a subject and of a preview line. */
const maxLength = { subject: 59, preview: 150 }

const graphemes = new Intl.Segmenter('en')

/**
 * Builds a subject around a user-written name. If it is too long, the name is shortened, never the words or
 * the date.
 */
export function mailSubject(before: string, name: string, after = ''): string {
  return before + cut(name, maxLength.subject - before.length - after.length) + after
}

/** Builds the preview line in the same way. */
export function previewWith(before: string, name: string, after = ''): string {
  return before + cut(name, maxLength.preview - before.length - after.length) + after
}

function cut(name: string, room: number): string {
  if (name.length <= room) return name
  let kept = ''
  for (const { segment } of graphemes.segment(name)) {
    if (kept.length + segment.length >= room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
