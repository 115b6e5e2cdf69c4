import { Button, Container, Preview } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'

import type { AppointmentWords } from './appointment-words.ts'
import { darkStyles, mailColors } from './mail-colors.ts'

type Props = { words: AppointmentWords; manageUrl: string; brandName: string }

const narrowStyles = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:520px){',
  '.page{padding:16px 10px 28px!important}.card{padding:26px 20px 24px!important}',
  '.label,.value{display:block!important;width:auto!important}',
  '.label{padding:14px 0 0!important}.value{border-top:0!important;padding:2px 0 14px!important}',
  '.button{display:block!important}',
  '}',
].join('')

/** The confirmation as HTML: one column, no remote picture, one thing to press. */
export function AppointmentConfirmed({ words, manageUrl, brandName }: Props) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{words.subject}</title>
        <style>{narrowStyles + darkStyles}</style>
      </head>
      <body className="canvas" style={{ ...styles.body, ...mailColors.canvas }}>
        <Preview>{`${words.day}, ${words.time}. Your card is held, not charged.`}</Preview>
        {/* Some readers drop the body element and its colour with it. */}
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td className="canvas page" style={{ ...styles.page, ...mailColors.canvas }}>
                <Container style={styles.container}>
                  <Brand brandName={brandName} />
                  <Card>
                    <Opening words={words} />
                    <When words={words} />
                    <Button
                      href={manageUrl}
                      className="action button"
                      style={{ ...styles.button, ...mailColors.action }}
                    >
                      View my appointments
                    </Button>
                    <p className="muted" style={{ ...styles.hint, ...mailColors.muted }}>
                      The attached file puts it in your calendar, with a reminder the day before.
                    </p>
                    <Details details={words.details} />
                    <Payment lines={words.payment} />
                    <Preparation words={words} />
                  </Card>
                  <p className="muted" style={{ ...styles.reason, ...mailColors.muted }}>
                    {words.reason}
                  </p>
                </Container>
              </td>
            </tr>
          </tbody>
        </table>
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

function Card({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.cardTable}>
      <tbody>
        <tr>
          <td className="surface card" style={{ ...styles.card, ...mailColors.surface }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Opening({ words }: { words: AppointmentWords }) {
  return (
    <>
      <span className="good" style={{ ...styles.badge, ...mailColors.good }}>
        Confirmed
      </span>
      <h1 className="ink" style={{ ...styles.title, ...mailColors.ink }}>
        Your installation is confirmed
      </h1>
      <p className="muted" style={{ ...styles.greeting, ...mailColors.muted }}>
        {words.greeting}
      </p>
    </>
  )
}

function When({ words }: { words: AppointmentWords }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.whenTable}>
      <tbody>
        <tr>
          <td className="sunken rail" style={{ ...styles.when, ...mailColors.sunken, ...mailColors.rail }}>
            <p className="ink" style={{ ...styles.day, ...mailColors.ink }}>
              {words.day}
            </p>
            <p className="ink" style={{ ...styles.time, ...mailColors.ink }}>
              {words.time}
            </p>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Details({ details }: Pick<AppointmentWords, 'details'>) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={styles.details}>
      <tbody>
        {details.map(({ label, lines }) => (
          <tr key={label}>
            <th
              scope="row"
              className="line muted label"
              style={{ ...styles.label, ...mailColors.line, ...mailColors.muted }}
            >
              {label}
            </th>
            <td className="line value" style={{ ...styles.value, ...mailColors.line }}>
              {lines.map((line, index) => (
                <p
                  key={line}
                  className={index === 0 ? 'ink' : 'muted'}
                  style={index === 0 ? styles.firstLine : styles.otherLine}
                >
                  {line}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Payment({ lines }: { lines: string[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.payment}>
      <tbody>
        <tr>
          <td className="sunken" style={{ ...styles.paymentWords, ...mailColors.sunken }}>
            <h2 className="ink" style={{ ...styles.paymentHeading, ...mailColors.ink }}>
              Your card is held, not charged
            </h2>
            <p className="ink" style={{ ...styles.text, ...mailColors.ink }}>
              {lines.join(' ')}
            </p>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Preparation({ words }: { words: AppointmentWords }) {
  return (
    <>
      <Heading>Before you come</Heading>
      <ul className="ink" style={{ ...styles.list, ...mailColors.ink }}>
        {words.preparation.map((line) => (
          <li key={line} style={styles.item}>
            {line}
          </li>
        ))}
      </ul>
      <Heading>Changes</Heading>
      <p className="ink" style={{ ...styles.text, ...mailColors.ink }}>
        {words.change}
      </p>
    </>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <h2 className="ink" style={{ ...styles.heading, ...mailColors.ink }}>
      {children}
    </h2>
  )
}

const text: CSSProperties = { margin: 0, fontSize: 16, lineHeight: '24px' }

const small: CSSProperties = { margin: 0, fontSize: 14, lineHeight: '21px' }
const heading: CSSProperties = { margin: '28px 0 6px', fontSize: 16, lineHeight: '24px', fontWeight: 700 }

const styles = {
  body: {
    margin: 0,
    padding: 0,
    fontFamily: 'Inter, -apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif',
    WebkitTextSizeAdjust: '100%',
    overflowWrap: 'anywhere',
  },
  container: { maxWidth: 600, width: '100%' },
  page: { padding: '32px 16px 40px' },
  brand: { margin: '0 0 16px 4px', fontSize: 19, lineHeight: '24px', fontWeight: 700 },
  brandBar: {
    display: 'inline-block',
    width: 5,
    height: 16,
    borderRadius: 3,
    marginRight: 9,
    verticalAlign: '-2px',
  },
  cardTable: { borderCollapse: 'separate' },
  card: { padding: '36px 40px 36px', borderRadius: 18, borderWidth: 1, borderStyle: 'solid' },
  badge: {
    display: 'inline-block',
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
  greeting: { ...text, margin: '0 0 22px' },
  hint: { ...small, margin: '12px 0 0' },
  whenTable: { margin: '0 0 20px', borderCollapse: 'separate' },
  when: { padding: '18px 20px', borderRadius: 12, borderLeftWidth: 5, borderLeftStyle: 'solid' },
  day: { margin: 0, fontSize: 20, lineHeight: '28px', fontWeight: 700, letterSpacing: '-0.01em' },
  time: { margin: '2px 0 0', fontSize: 20, lineHeight: '28px' },
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
  payment: { margin: '14px 0 0', borderCollapse: 'separate' },
  paymentWords: { padding: '18px 20px', borderRadius: 12 },
  paymentHeading: { ...heading, margin: '0 0 6px' },
  heading,
  list: { margin: 0, paddingLeft: 22 },
  item: { ...text, margin: '0 0 4px' },
  reason: { ...small, margin: '20px 12px 0', textAlign: 'center' },
} satisfies Record<string, CSSProperties>
