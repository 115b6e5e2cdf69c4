import type { CSSProperties } from 'react'
import { mailColors } from './mail-colors.ts'

/** Overrides for phones: less padding, and one column instead of two. */
export const narrowStyles = [
  '@media (max-width:520px){',
  '.page{padding:16px 10px 28px!important}.card{padding:26px 20px 24px!important}',
  '.label,.value{display:block!important;width:auto!important}',
  '.label{padding:14px 0 0!important}.value{border-top:0!important;padding:2px 0 14px!important}',
  '.button{display:block!important}',
  '}',
].join('\n')

/** For a sheet on the wall of the shop: no background, no button, and no job on two pages. */
export const printStyles = [
  '@media print{',
  '.canvas,.surface,.sunken{background:#fff!important}.page,.card{padding:0!important;border:0!important}',
  '.ink,.muted,.link{color:#000!important}.job{page-break-inside:avoid}.action{display:none!important}',
  '}',
].join('\n')

/** Avoids a last line of one short word where the mail client supports it. */
export const lineStyles = '.column{text-wrap:pretty}'

const text: CSSProperties = { margin: 0, fontSize: 16, lineHeight: '24px' }
const small: CSSProperties = { margin: 0, fontSize: 14, lineHeight: '21px' }
const letters: CSSProperties = {
  fontFamily: 'Inter, -apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif',
  overflowWrap: 'anywhere',
}
const heading: CSSProperties = { margin: '28px 0 6px', fontSize: 16, lineHeight: '24px', fontWeight: 700 }

export const mailStyles = {
  body: {
    margin: 0,
    padding: 0,
    WebkitTextSizeAdjust: '100%',
    ...letters,
  },
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 },
  container: { maxWidth: 600 },
  page: { padding: '32px 16px 40px', ...letters },
  brandTable: { margin: '0 0 18px 4px', borderCollapse: 'separate' },
  brand: {
    padding: '0 0 0 10px',
    borderLeftWidth: 5,
    borderLeftStyle: 'solid',
    fontSize: 19,
    lineHeight: '20px',
    fontWeight: 700,
    textAlign: 'left',
  },
  cardTable: { borderCollapse: 'separate' },
  card: { padding: '36px 40px 36px', borderRadius: 18, borderWidth: 1, borderStyle: 'solid' },
  badgeTable: { margin: 0, borderCollapse: 'separate' },
  badge: {
    padding: '4px 12px',
    borderRadius: 999,
    fontSize: 14,
    lineHeight: '20px',
    fontWeight: 600,
  },
  title: {
    margin: '14px 0 8px',
    fontSize: 28,
    lineHeight: '34px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
  },
  text,
  opening: { ...text, margin: '0 0 22px' },
  hint: { ...small, margin: '12px 0 0' },
  headlineTable: { margin: '0 0 20px', borderCollapse: 'separate' },
  headline: { padding: '18px 20px', borderRadius: 12, borderLeftWidth: 5, borderLeftStyle: 'solid' },
  main: { margin: 0, fontSize: 20, lineHeight: '28px', fontWeight: 700, letterSpacing: '-0.01em' },
  beside: { margin: '2px 0 0', fontSize: 20, lineHeight: '28px' },
  amount: { fontSize: 34, lineHeight: '40px', letterSpacing: '-0.02em' },
  past: { ...small, margin: '8px 0 0' },
  off: { textDecoration: 'line-through' },
  actionTable: { margin: '20px 0 0' },
  button: {
    padding: '15px 26px',
    borderRadius: 12,
    fontSize: 16,
    fontWeight: 600,
    textAlign: 'center',
  },
  details: { margin: '28px 0 0', borderCollapse: 'collapse' },
  label: {
    ...text,
    width: 112,
    padding: '14px 16px 14px 0',
    borderTopWidth: 1,
    borderTopStyle: 'solid',
    fontSize: 14,
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
  },
  value: { padding: '14px 0', borderTopWidth: 1, borderTopStyle: 'solid', verticalAlign: 'top' },
  firstLine: { ...text, ...mailColors.ink, fontWeight: 600 },
  otherLine: { ...text, ...mailColors.muted },
  panel: { margin: '20px 0 0', borderCollapse: 'separate' },
  panelWords: { padding: '18px 20px', borderRadius: 12 },
  panelHeading: { ...heading, margin: '0 0 6px' },
  panelLine: { ...text, margin: '0 0 6px' },
  panelLastLine: text,
  heading,
  list: { margin: 0, paddingLeft: 22 },
  item: { ...text, margin: '0 0 4px' },
  jobTable: { margin: 0, borderCollapse: 'separate' },
  job: { padding: '12px 0', borderTopWidth: 1, borderTopStyle: 'solid' },
  jobTitle: { ...text, fontWeight: 600 },
  address: { wordBreak: 'break-all' },
  footer: { margin: '20px 12px 0', textAlign: 'center' },
  footerLine: { ...small, margin: '0 0 4px' },
} satisfies Record<string, CSSProperties>
