/**
 * Styles for Outlook on Windows alone. It renders with Word, which ignores max-width, falls back to Times if
 * the first font of a list is missing, and scales pictures and text differently on dense screens.
 */
const outlookHead = [
  '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>',
  '<style>body,table,td,th,p,a,h1,h2,ul,li,span{font-family:"Segoe UI",Arial,sans-serif!important}',
  'table{mso-table-lspace:0;mso-table-rspace:0}.column{width:600px!important}</style>',
  '<![endif]-->',
].join('\n')

/**
 * Inserts the styles before `</head>`. The document's own text must be escaped, so that the tag occurs once.
 */
export function withOutlookHead(html: string): string {
  return html.replace('</head>', `${outlookHead}</head>`)
}
