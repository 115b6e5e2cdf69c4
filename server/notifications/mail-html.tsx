import { Container, Preview } from '@react-email/components'
import { Block, Ground } from './mail-blocks.tsx'
import { darkStyles, mailColors } from './mail-colors.ts'
import type { MailContent } from './mail-content.ts'
import { mailStyles as styles, narrowStyles } from './mail-styles.ts'

/** A mail as HTML: one column, no remote picture, one thing to press. */
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
        <style>{narrowStyles + darkStyles}</style>
      </head>
      <body className="canvas" style={{ ...styles.body, ...mailColors.canvas }}>
        <Preview>{content.preview}</Preview>
        {/* Some readers drop the body element and its colour with it. */}
        <Ground tableStyle={{}} className="canvas page" style={{ ...styles.page, ...mailColors.canvas }}>
          <Container style={styles.container}>
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
            <p className="muted" style={{ ...styles.reason, ...mailColors.muted }}>
              {content.reason}
            </p>
          </Container>
        </Ground>
      </body>
    </html>
  )
}

function Brand({ brandName }: { brandName: string }) {
  return (
    <p className="ink" style={{ ...styles.brand, ...mailColors.ink }}>
      <span className="ember" style={{ ...styles.brandBar, ...mailColors.ember }} />
      {brandName}
    </p>
  )
}

function Opening({ content: { badge, title, opening } }: { content: MailContent }) {
  return (
    <>
      <span className={badge.tone} style={{ ...styles.badge, ...mailColors[badge.tone] }}>
        {badge.text}
      </span>
      <h1 className="ink" style={{ ...styles.title, ...mailColors.ink }}>
        {title}
      </h1>
      <p className="muted" style={{ ...styles.opening, ...mailColors.muted }}>
        {opening}
      </p>
    </>
  )
}
