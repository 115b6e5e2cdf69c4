import * as z from 'zod/mini'
import { signOff } from './work-order.ts'

/** The printed documents about one appointment. */
export const sheetKinds = ['work_order', 'receipt'] as const
export type SheetKind = (typeof sheetKinds)[number]

/**
 * The content of a sheet, in the words that stand on it. The browser prints it and the server
 * makes the PDF of it, so that both say the same.
 */
export const sheet = z.object({
  title: z.string(),
  /** Below the title: the number of the sheet, the day. */
  subtitle: z.string(),
  shop: z.array(z.string()),
  /** The address of the job, as a QR code; null for a sheet that customers get. */
  jobUrl: z.nullable(z.string()),
  /** A fact without lines has a line to write on with a pen. */
  facts: z.array(z.object({ label: z.string(), lines: z.array(z.string()) })),
  /** Amounts with their words; a refund follows the total. */
  amounts: z.array(z.object({ label: z.string(), amount: z.string(), isTotal: z.boolean() })),
  /**
   * The first two stand beside each other. `mark`: a box to tick, ticked or not; null for a plain line.
   */
  lists: z.array(
    z.object({
      heading: z.string(),
      items: z.array(z.object({ text: z.string(), mark: z.nullable(z.boolean()) })),
    }),
  ),
  /** The signature, or the sentence to sign with a pen; null without one. */
  signature: z.nullable(z.object({ wording: z.string(), signed: z.nullable(signOff), signedOn: z.string() })),
  footer: z.string(),
})
export type Sheet = z.infer<typeof sheet>

export const pageSizes = ['letter', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]

/** Letter without a size. */
export const pageSizeQuery = z.strictObject({ pageSize: z.optional(z.enum(pageSizes)) })

export const sheetMail = z.strictObject({ kind: z.enum(sheetKinds) })

/** The name of the file of a sheet. */
export function sheetFileName(kind: SheetKind, number: string): string {
  return `${kind === 'work_order' ? 'work-order' : 'receipt'}-${number}.pdf`
}
