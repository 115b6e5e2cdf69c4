/** As much of a subject as mailboxes show, and as much of the line beside it. */
const longest = { subject: 59, preview: 150 }

const letters = new Intl.Segmenter('en')

/** A subject around a name that somebody wrote: where all of it is too long, the name gives way, never the words or the date. */
export function mailSubject(before: string, name: string, after = ''): string {
  return before + cut(name, longest.subject - before.length - after.length) + after
}

/** The same for the line that a mailbox shows beside the subject. */
export function previewWith(before: string, name: string, after = ''): string {
  return before + cut(name, longest.preview - before.length - after.length) + after
}

function cut(name: string, room: number): string {
  if (name.length <= room) return name
  let kept = ''
  for (const { segment } of letters.segment(name)) {
    if (kept.length + segment.length >= room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
