import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { sheetFonts } from './sheet-fonts.ts'

// Its bold and italic fonts have the same characters.
const font = create(readFileSync(sheetFonts.Roboto.normal))
const drawn = new Set('characterSet' in font ? font.characterSet : [])

/** Emoji, and characters without a shape of their own such as joiners and accents. */
const leftOut = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Mn}\p{Me}\p{Cf}]/u

function drawable(character: string): string {
  if (drawn.has(character.codePointAt(0) ?? 0)) return character
  if (/\s/u.test(character)) return ' '
  return leftOut.test(character) ? '' : '?'
}

/** Longer words may be broken: this many of the widest letters fit the narrowest column. */
const longestWhole = 18
const chanceToBreak = '\u200B'

/** The text as the font can draw it, with chances to break its long words. */
export function printable(text: string): string {
  const characters = text.toWellFormed().normalize('NFC').replace(/./gsu, drawable)
  const shown = characters.trim() === '' && text !== '' ? '?' : characters
  return shown.replace(/\S+/gu, (word) =>
    word.length <= longestWhole ? word : word.replace(/.{6}(?=.)/gu, `$&${chanceToBreak}`),
  )
}

/** The sheet with each of its texts printable. */
export function printableSheet(sheet: Sheet): Sheet {
  const { signature } = sheet
  return {
    ...sheet,
    title: printable(sheet.title),
    subtitle: printable(sheet.subtitle),
    shop: sheet.shop.map(printable),
    facts: sheet.facts.map(({ label, lines }) => ({ label, lines: lines.map(printable) })),
    amounts: sheet.amounts.map((line) => ({ ...line, label: printable(line.label) })),
    lists: sheet.lists.map(({ heading, items }) => ({
      heading,
      items: items.map(({ text, mark }) => ({ text: printable(text), mark })),
    })),
    signature: signature && {
      ...signature,
      wording: printable(signature.wording),
      signed: signature.signed && { ...signature.signed, signerName: printable(signature.signed.signerName) },
      signedOn: printable(signature.signedOn),
    },
    footer: printable(sheet.footer),
  }
}
