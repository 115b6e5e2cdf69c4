import type { Strokes } from '../../../contract/workshop/work-order.ts'

/** A signature under the sentence that was signed. `note`: that it no longer counts; null while it does. */
export type SignedPart = {
  kind: 'signature'
  wording: string
  signerName: string
  /** Day and time in words. */
  signedOn: string
  /** Without lines the typed name is the signature. */
  strokes: Strokes
  note: string | null
}

/** `jpeg`: null for a file that is not there, and `caption` says why. Pixels. */
export type ReportPhoto = { caption: string; jpeg: Uint8Array | null; width: number; height: number }

export type ReportPart =
  | { kind: 'facts'; rows: { label: string; text: string }[] }
  | { kind: 'lines'; lines: string[] }
  /** Events in the order of time. `by`: the person, empty without one. */
  | { kind: 'events'; rows: { at: string; text: string; by: string }[] }
  /** A quoted text, below a line about it. */
  | { kind: 'quote'; lead: string; text: string }
  | { kind: 'ticks'; items: { text: string; isDone: boolean; by: string }[] }
  | SignedPart
  | { kind: 'photos'; photos: ReportPhoto[] }
  /** Parts that stand on one page. */
  | { kind: 'together'; parts: ReportPart[] }

/** A document of several pages: sections with their parts, in plain words. */
export type Report = {
  title: string
  subtitle: string
  lead: string
  /** A section without parts says 'None.'. */
  sections: { heading: string; parts: ReportPart[] }[]
  footer: string
}
