/** Renders a letter as subject, plain text and HTML. */
import { renderToStaticMarkup } from 'react-dom/server'
import { LetterPage } from './letter-page.tsx'
import type { Facts, Letter, LetterSession, Sender } from './letter-types.ts'

export type { Facts, Letter, LetterClock, LetterSession, Sender } from './letter-types.ts'

/** Name and address apart, so that a comma in a name does not add a recipient. `name`: empty if it is unknown. */
export type Addressee = { name: string; address: string }

/** `name`: the recipient's; empty if it is unknown. */
export function writeLetter(
  letter: Letter,
  name: string,
  { siteName, support }: Sender,
): { subject: string; text: string; html: string } {
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const ending = `Questions? Write to ${support}.`
  const { subject, before, session, facts = [], link, after, leave } = letter
  const [table, details] = [session ? listFacts(session) : [], facts].map((rows) =>
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
  )
  const parts = session ? [table, link, details] : [details, link]
  const wayOut = leave && `${leave.words}: ${leave.link}`
  const text = [greeting, ...before, ...parts, ...after, ending, siteName, wayOut].filter(Boolean).join('\n\n')
  const html = renderToStaticMarkup(<LetterPage {...{ letter, greeting, ending, siteName }} />)
  return { subject, text, html: `<!doctype html>${html}` }
}

/** The session in words, for the text part. */
function listFacts({ reference, title, line, leg, clocks }: LetterSession): Facts {
  return [
    ['Booking', reference],
    ['Session', `${title}, ${line}`],
    ...(leg ? ([['Move', `${leg.from} to ${leg.to}`]] satisfies Facts) : []),
    ...clocks.map(({ whose, day, time, place, offset, note }): [string, string] => [
      whose,
      `${day}, ${time} (${place}, ${offset})${note ? `, ${note}` : ''}`,
    ]),
  ]
}
