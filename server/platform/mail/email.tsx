/** Renders a letter as subject, plain text and HTML. */
import { renderToStaticMarkup } from 'react-dom/server'
import * as m from '#messages/emails'
import { EmailPage } from './email-page.tsx'
import type { Facts, EmailContent, EmailSession, Sender } from './email-types.ts'

export type { Facts, EmailContent, EmailClock, EmailSession, Sender } from './email-types.ts'

/** Name and address apart, so that a comma in a name does not add a recipient. `name`: empty if it is unknown. */
export type Recipient = { name: string; address: string }

/** `name`: the recipient's; empty if it is unknown. */
export function renderEmail(
  email: EmailContent,
  name: string,
  { siteName, support }: Sender,
): { subject: string; text: string; html: string } {
  const greeting = name ? m.helloName({ name }) : m.hello()
  const ending = m.questionsWrite({ support })
  const { subject, before, session, facts = [], link, after, leave } = email
  const [table, details] = [session ? listFacts(session) : [], facts].map((rows) =>
    rows.map(([label, value]) => m.factLine({ label, value })).join('\n'),
  )
  const parts = session ? [table, link, details] : [details, link]
  const wayOut = leave && m.factLine({ label: leave.words, value: leave.link })
  const text = [greeting, ...before, ...parts, ...after, ending, siteName, wayOut].filter(Boolean).join('\n\n')
  const html = renderToStaticMarkup(<EmailPage {...{ email, greeting, ending, siteName }} />)
  return { subject, text, html: `<!doctype html>${html}` }
}

/** The session in words, for the text part. */
function listFacts({ reference, title, line, leg, clocks }: EmailSession): Facts {
  return [
    [m.booking(), reference],
    [m.session(), `${title}, ${line}`],
    ...(leg ? ([[m.move(), m.placeToPlace(leg)]] satisfies Facts) : []),
    ...clocks.map(({ whose, day, time, place, offset, note }): [string, string] => [
      whose,
      m.clockLine({ day, time, place, offset, hasNote: note !== null, note: note ?? '' }),
    ]),
  ]
}
