/**
 * Layout of an email: a chart's page of 640 px, in tables and with every style on its element, since mail programs drop the
 * rest. Nothing is loaded from elsewhere, and nothing is lost where pictures are off.
 */
import type { ReactNode } from 'react'
import * as m from '#messages/emails'
import { currentTag, isLatin, isRightToLeft } from '../../../messages/runtime.ts'
import {
  BREAK,
  DAY,
  directed,
  LayoutCell,
  LayoutTable,
  emailCss,
  lineEnd,
  lineStart,
  padding,
  paragraphDirection,
  type,
} from './email-parts.tsx'
import { SessionPart } from './email-session.tsx'
import type { Facts, EmailContent } from './email-types.ts'

type EmailPageProps = { email: EmailContent; greeting: string; ending: string; siteName: string }

export function EmailPage({ email, greeting, ending, siteName }: EmailPageProps) {
  const { subject, heading, before, session, facts = [], link, button, after, leave } = email
  const dir = isRightToLeft() ? 'rtl' : undefined // On a cell too, since some programs drop the elements around it.
  return (
    <html lang={currentTag()} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: emailCss() }} />
      </head>
      <body className="deep" style={{ margin: 0, padding: 0, background: DAY.deep }}>
        <LayoutTable className="deep" style={{ background: DAY.deep }}>
          <tr>
            <td align="center" dir={dir}>
              <LayoutTable style={{ maxWidth: '640px', textAlign: lineStart() }}>
                <ScaleBar />
                <Row padding="24px 48px 0">
                  <Head siteName={siteName} reference={session?.reference} />
                </Row>
                <Row padding="24px 48px 32px">
                  <h1 className="heading ink" style={headingStyle(heading)} dir={paragraphDirection()}>
                    {directed(heading)}
                  </h1>
                  <Paragraph large>{greeting}</Paragraph>
                  <Paragraphs texts={before} large />
                  {session && <SessionPart session={session} />}
                  {!session && facts.length > 0 && <FactTable facts={facts} />}
                  {link && <LinkButton link={link} label={button} />}
                  {session && facts.length > 0 && <FactTable facts={facts} />}
                  <Paragraphs texts={after} />
                </Row>
                <tr>
                  <td
                    className="gutter hair"
                    style={{ padding: '20px 48px 32px', borderTop: `1px solid ${DAY.hair}`, ...BREAK }}
                  >
                    <p className="ink2" style={type(14, 20, { color: DAY.ink2, margin: 0 })}>
                      {ending}
                    </p>
                    <p className="ink2" style={type(14, 20, { color: DAY.ink2, margin: 0 })}>
                      {siteName}
                    </p>
                    {leave && (
                      <p className="ink2" style={type(14, 20, { color: DAY.ink2, margin: '12px 0 0' })}>
                        <a href={leave.link} className="ink2" style={{ color: DAY.ink2 }}>
                          {leave.words}
                        </a>
                      </p>
                    )}
                  </td>
                </tr>
              </LayoutTable>
            </td>
          </tr>
        </LayoutTable>
      </body>
    </html>
  )
}

const headingStyle = (heading: string) => {
  const [size, line] = heading.length > LONG_HEADING ? [26, 32] : [34, 40]
  return type(size, line, {
    color: DAY.ink,
    margin: '0 0 12px',
    fontWeight: 700,
    ...(isLatin() && { letterSpacing: '-0.3px' }),
    ...BREAK,
  })
}

const LONG_HEADING = 44 // Characters that fit on two lines of the larger size.

function Row({ padding, children }: { padding: string; children: ReactNode }) {
  return (
    <tr>
      <td className="gutter" style={{ padding, ...BREAK }}>
        {children}
      </td>
    </tr>
  )
}

/** The black-and-white scale bar of a chart's edge. */
function ScaleBar() {
  const edge = `1px solid ${DAY.ink}`
  return (
    <tr>
      <LayoutCell>
        <LayoutTable className="frame" style={{ borderTop: edge, borderBottom: edge, tableLayout: 'fixed' }}>
          <tr>
            {Array.from({ length: SCALE_CELLS }, (_cell, index) => (
              <td
                key={index}
                height={6}
                {...(index % 2 === 0 && { className: 'bar' })}
                style={{
                  height: '6px',
                  lineHeight: '6px',
                  fontSize: '1px',
                  ...(index % 2 === 0 && { background: DAY.ink }),
                }}
              >
                {'\u00A0'}
              </td>
            ))}
          </tr>
        </LayoutTable>
      </LayoutCell>
    </tr>
  )
}

const SCALE_CELLS = 9

function Head({ siteName, reference }: { siteName: string; reference: string | undefined }) {
  return (
    <LayoutTable>
      <tr>
        <td className="ink" style={type(20, 28, { color: DAY.ink, fontWeight: 700 })}>
          <span aria-hidden="true" className="magenta" style={{ color: DAY.magenta }}>
            {STAR}
          </span>{' '}
          {siteName}
        </td>
        {reference && (
          <td align={lineEnd()} className="ink2" style={type(14, 28, { color: DAY.ink2, textAlign: lineEnd() })}>
            {m.bookingReference({ reference })}
          </td>
        )}
      </tr>
    </LayoutTable>
  )
}

const STAR = '\u2726' // The compass of the logo, as a letter.

const Paragraphs = ({ texts, large = false }: { texts: string[]; large?: boolean }) =>
  texts.map((text) => (
    <Paragraph key={text} large={large}>
      {text}
    </Paragraph>
  ))

function Paragraph({ large = false, children }: { large?: boolean; children: string }) {
  const [size, line] = large ? [17, 27] : [16, 24]
  return (
    <p
      className="ink"
      style={type(size, line, { color: DAY.ink, margin: '0 0 14px', ...BREAK })}
      dir={paragraphDirection()}
    >
      {directed(children)}
    </p>
  )
}

/** Its address stands below it unless the letter names the button, whose words then say where it leads. */
function LinkButton({ link, label }: { link: string; label: string | undefined }) {
  return (
    <>
      <LayoutTable style={{ margin: '10px 0 24px' }}>
        <tr>
          <td align="center" className="button" style={{ background: DAY.ink, borderRadius: '6px' }}>
            <a
              href={link}
              className="button"
              style={type(16, 24, {
                display: 'block',
                padding: '14px 24px',
                color: DAY.deep,
                background: DAY.ink,
                borderRadius: '6px',
                fontWeight: 700,
                textDecoration: 'none',
              })}
            >
              {label ?? m.openLink()}
            </a>
          </td>
        </tr>
      </LayoutTable>
      {!label && (
        <p className="ink2" style={type(14, 20, { color: DAY.ink2, margin: '-12px 0 24px', ...BREAK })}>
          {link}
        </p>
      )}
    </>
  )
}

/** Characters of a label that stays on one line. */
const SHORT_LABEL = 16

function FactTable({ facts }: { facts: Facts }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse', margin: '0 0 10px' }}>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              align={lineStart()}
              className="fact ink2"
              style={type(16, 24, {
                color: DAY.ink2,
                fontWeight: 400,
                textAlign: lineStart(),
                verticalAlign: 'top',
                padding: padding(0, 20, 10, 0),
                minWidth: '76px',
                ...(label.length <= SHORT_LABEL && { whiteSpace: 'nowrap' }),
              })}
            >
              {label}
            </th>
            <td
              dir={paragraphDirection()}
              className="fact ink"
              style={type(16, 24, { color: DAY.ink, verticalAlign: 'top', padding: '0 0 10px', ...BREAK })}
            >
              {/^https?:\/\/\S+$/.test(value) ? (
                <a href={value} className="ink" style={{ color: DAY.ink, ...BREAK }}>
                  {value}
                </a>
              ) : (
                directed(value)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
