/** Renders a letter as subject, plain text and HTML. */
import { renderToStaticMarkup } from 'react-dom/server'

export type Facts = [label: string, value: string][]

/** A file in a mail, such as a calendar entry. `type`: a MIME type with its parameters. */
type Part = { type: string; content: string }

/**
 * Paragraphs `before` and `after` the facts and the link, which is on a line of its own. `alternatives`: other forms of the
 * letter beside text and HTML, of which a mail program shows the last that it knows. `attachments`: files to keep.
 */
export type Letter = {
  subject: string
  before: string[]
  facts?: Facts
  link?: string | undefined
  after: string[]
  alternatives?: Part[]
  attachments?: (Part & { name: string })[]
}

export type Sender = { siteName: string; support: string }

/** Name and address apart, so that a comma in a name does not add a recipient. `name`: empty if it is unknown. */
export type Addressee = { name: string; address: string }

/** `name`: the recipient's; empty if it is unknown. */
export function writeLetter(
  letter: Letter,
  name: string,
  { siteName, support }: Sender,
): { subject: string; text: string; html: string } {
  const { subject, before, facts = [], link, after } = letter
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const ending = `Questions? Write to ${support}.`
  const table = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const text = [greeting, ...before, table, link, ...after, ending, siteName].filter(Boolean).join('\n\n')
  const html = renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={{ ...ink, margin: '0 auto', padding: '24px', maxWidth: '560px' }}>
        <p dir="auto">{greeting}</p>
        <Paragraphs texts={before} />
        {facts.length > 0 && <FactTable facts={facts} />}
        {link && (
          <p>
            <a href={link} style={{ color: ink.color, overflowWrap: 'anywhere' }}>
              {link}
            </a>
          </p>
        )}
        <Paragraphs texts={after} />
        <p>{ending}</p>
        <p>{siteName}</p>
      </body>
    </html>,
  )
  return { subject, text, html: `<!doctype html>${html}` }
}

const ink = { color: '#14212b', fontFamily: 'Helvetica, Arial, sans-serif', fontSize: '16px', lineHeight: '24px' }

const Paragraphs = ({ texts }: { texts: string[] }) => texts.map((text) => <p key={text}>{text}</p>)

function FactTable({ facts }: { facts: Facts }) {
  return (
    <table style={{ ...ink, borderCollapse: 'collapse' }}>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th scope="row" style={{ textAlign: 'left', verticalAlign: 'top', padding: '4px 16px 4px 0' }}>
              {label}
            </th>
            <td dir="auto" style={{ padding: '4px 0' }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
