/**
 * What Outlook on Windows alone reads. It draws with Word, which knows no maximal width, falls back to Times where it lacks a
 * list's first font, and scales pictures and text apart on dense screens.
 */
const outlookHead = [
  '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>',
  '<style>body,table,td,th,p,a,h1,h2,ul,li,span{font-family:"Segoe UI",Arial,sans-serif!important}',
  'table{mso-table-lspace:0;mso-table-rspace:0}.column{width:600px!important}</style>',
  '<![endif]-->',
].join('\n')

/** Adds it to a document whose own text is escaped, so that the head's end stands there once. */
export function withOutlookHead(html: string): string {
  return html.replace('</head>', `${outlookHead}</head>`)
}
