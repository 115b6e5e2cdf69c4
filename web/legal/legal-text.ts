/** A policy in plain language: sections of paragraphs, then points. */
export type LegalText = {
  title: string
  lead: string
  sections: readonly { heading: string; paragraphs?: readonly string[]; points?: readonly string[] }[]
}
