import { Button } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { mailColors } from './mail-colors.ts'
import type { JobLine, MailBlock } from './mail-content.ts'
import { mailStyles as styles } from './mail-styles.ts'

/**
 * Precedes the address in plain text beside the button, for readers whose mail client does not show the
 * button.
 */
const orOpenWords = 'Or open this address:'

type Block<Kind extends MailBlock['kind']> = Extract<MailBlock, { kind: Kind }>

/** Renders one block of a mail as HTML. */
export function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'headline':
      return <Headline {...block} />
    case 'action':
      return <Action {...block} />
    case 'details':
      return <Details {...block} />
    case 'panel':
      return <Panel {...block} />
    case 'list':
      return <List {...block} />
    case 'section':
      return <Section {...block} />
    case 'jobs':
      return <Jobs {...block} />
  }
}

/**
 * One table cell, full width or as wide as its text: the only element whose corners and background color
 * every mail client draws.
 */
export function Ground(props: {
  width?: '100%' | 'auto'
  tableStyle: CSSProperties
  className: string
  style: CSSProperties
  children: ReactNode
}) {
  return (
    <table
      role="presentation"
      width={props.width === 'auto' ? undefined : '100%'}
      cellPadding={0}
      cellSpacing={0}
      style={props.tableStyle}
    >
      <tbody>
        <tr>
          <td className={props.className} style={props.style}>
            {props.children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Headline({ main, beside, past, look }: Block<'headline'>) {
  const isOff = look === 'off'
  const ink = isOff ? 'muted' : 'ink'
  const color = { ...mailColors[ink], ...(isOff ? styles.off : {}) }
  const rail = isOff ? mailColors.line : mailColors.rail
  return (
    <Ground
      tableStyle={styles.headlineTable}
      className={`sunken ${isOff ? 'line' : 'rail'}`}
      style={{ ...styles.headline, ...mailColors.sunken, ...rail }}
    >
      <p className={ink} style={{ ...styles.main, ...(look === 'amount' ? styles.amount : {}), ...color }}>
        {main}
      </p>
      <p className={ink} style={{ ...(look === 'amount' ? styles.text : styles.beside), ...color }}>
        {beside}
      </p>
      {past !== undefined && (
        <p className="muted" style={{ ...styles.past, ...mailColors.muted }}>
          was <s>{past}</s>
        </p>
      )}
    </Ground>
  )
}

function Action({ label, url, hint }: Block<'action'>) {
  return (
    <div style={styles.actionTable}>
      <Button href={url} className="action button" style={{ ...styles.button, ...mailColors.action }}>
        {label}
      </Button>
      <p className="muted" style={{ ...styles.hint, ...mailColors.muted }}>
        {orOpenWords}
        <br />
        <a href={url} className="link" style={{ ...styles.address, ...mailColors.link }}>
          {url}
        </a>
      </p>
      {hint !== undefined && (
        <p className="muted" style={{ ...styles.hint, ...mailColors.muted }}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Details({ rows }: Block<'details'>) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={styles.details}>
      <tbody>
        {rows.map(({ label, lines, phone }) => (
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
              {phone !== undefined && (
                <p style={styles.otherLine}>
                  <a href={`tel:+1${phone}`} className="link" style={mailColors.link}>
                    {formatPhone(phone)}
                  </a>
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Panel({ heading, lines }: Block<'panel'>) {
  return (
    <Ground
      tableStyle={styles.panel}
      className="sunken"
      style={{ ...styles.panelWords, ...mailColors.sunken }}
    >
      <h2 className="ink" style={{ ...styles.panelHeading, ...mailColors.ink }}>
        {heading}
      </h2>
      {lines.map((line, index) => (
        <p
          key={line}
          className="ink"
          style={{
            ...(index < lines.length - 1 ? styles.panelLine : styles.panelLastLine),
            ...mailColors.ink,
          }}
        >
          {line}
        </p>
      ))}
    </Ground>
  )
}

function List({ heading, items }: Block<'list'>) {
  return (
    <>
      <Heading>{heading}</Heading>
      <ul className="ink" style={{ ...styles.list, ...mailColors.ink }}>
        {items.map((item) => (
          <li key={item} style={styles.item}>
            {item}
          </li>
        ))}
      </ul>
    </>
  )
}

function Section({ heading, text }: Block<'section'>) {
  return (
    <>
      <Heading>{heading}</Heading>
      <p className="ink" style={{ ...styles.text, ...mailColors.ink }}>
        {text}
      </p>
    </>
  )
}

function Jobs({ heading, jobs, rest }: Block<'jobs'>) {
  return (
    <>
      <Heading>{heading}</Heading>
      {jobs.map((job) => (
        <Ground
          key={job.url}
          tableStyle={styles.jobTable}
          className="line job"
          style={{ ...styles.job, ...mailColors.line }}
        >
          <Job {...job} />
        </Ground>
      ))}
      {rest !== undefined && (
        <p className="muted" style={{ ...styles.hint, ...mailColors.muted }}>
          {rest}
        </p>
      )}
    </>
  )
}

function Job({ time, title, url, lines, phone, alert }: JobLine) {
  return (
    <>
      <p className="ink" style={{ ...styles.firstLine, ...mailColors.ink }}>
        {time}
      </p>
      <p style={styles.jobTitle}>
        <a href={url} className="link job-link" style={mailColors.link}>
          {title}
        </a>
      </p>
      {lines.map((line) => (
        <p key={line} className="muted" style={{ ...styles.otherLine, ...mailColors.muted }}>
          {line}
        </p>
      ))}
      {phone !== undefined && (
        <p style={styles.otherLine}>
          <a href={`tel:+1${phone}`} className="link" style={mailColors.link}>
            {formatPhone(phone)}
          </a>
        </p>
      )}
      {alert !== undefined && (
        <p className="ink" style={{ ...styles.firstLine, ...mailColors.ink }}>
          {alert}
        </p>
      )}
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
