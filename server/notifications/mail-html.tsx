import { Container } from '@react-email/components'
import { Block, Ground } from './mail-blocks.tsx'
import { darkStyles, mailColors } from './mail-colors.ts'
import type { MailContent } from './mail-content.ts'
import { lineStyles, mailStyles as styles, narrowStyles, printStyles } from './mail-styles.ts'

/** Renders a mail as HTML: one column, no picture, one button. */
export function MailHtml({ content, brandName }: { content: MailContent; brandName: string }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        {/* Apart: Gmail drops a whole style sheet for one rule in it that it does not know. */}
        <style>{narrowStyles}</style>
        <style>{darkStyles}</style>
        <style>{lineStyles}</style>
        <style>{printStyles}</style>
      </head>
      <body className="canvas" style={{ ...styles.body, ...mailColors.canvas }}>
        <Preview text={content.preview} />
        {/* Web mail drops the elements html and body, and what they say of language, type and colour with them; and Outlook does not
            know the element article. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="article" aria-roledescription="email" aria-label={content.title} lang="en" dir="ltr">
          <Ground tableStyle={{}} className="canvas page" style={{ ...styles.page, ...mailColors.canvas }}>
            <Container className="column" style={styles.container}>
              <Brand brandName={brandName} />
              <Ground
                tableStyle={styles.cardTable}
                className="surface card"
                style={{ ...styles.card, ...mailColors.surface }}
              >
                <Opening content={content} />
                {content.blocks.map((block, index) => (
                  <Block key={`${block.kind}-${index}`} block={block} />
                ))}
              </Ground>
              <Footer lines={content.footer} />
            </Container>
          </Ground>
        </div>
      </body>
    </html>
  )
}

/** Maximum length of a preview line in an inbox. */
const previewLength = 150

/**
 * The preview line that an inbox shows beside the subject. Trailing spaces keep the body out of the preview.
 * They are written as entities: as raw characters they would be the only non-ASCII ones in most mails, which
 * then would need a transfer encoding.
 */
function Preview({ text }: { text: string }) {
  return (
    <div style={styles.preview} data-skip-in-text>
      {text}
      <div
        dangerouslySetInnerHTML={{
          __html: '&nbsp;&zwnj;\n'.repeat(Math.max(0, previewLength - text.length)),
        }}
      />
    </div>
  )
}

function Brand({ brandName }: { brandName: string }) {
  return (
    <Ground
      width="auto"
      tableStyle={styles.brandTable}
      className="ink rail"
      style={{ ...styles.brand, ...mailColors.ink, ...mailColors.rail }}
    >
      {brandName}
    </Ground>
  )
}

function Opening({ content: { badge, title, opening } }: { content: MailContent }) {
  return (
    <>
      <Ground
        width="auto"
        tableStyle={styles.badgeTable}
        className={badge.tone}
        style={{ ...styles.badge, ...mailColors[badge.tone] }}
      >
        {badge.text}
      </Ground>
      <h1 className="ink" style={{ ...styles.title, ...mailColors.ink }}>
        {title}
      </h1>
      <p className="muted" style={{ ...styles.opening, ...mailColors.muted }}>
        {opening}
      </p>
    </>
  )
}

function Footer({ lines }: { lines: string[] }) {
  return (
    <div style={styles.footer}>
      {lines.map((line) => (
        <p key={line} className="muted" style={{ ...styles.footerLine, ...mailColors.muted }}>
          {line}
        </p>
      ))}
    </div>
  )
}
