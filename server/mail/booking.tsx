/** The mails about one booking. Every time in them names its place; the page's clocks and these read alike. */
import { renderToStaticMarkup } from 'react-dom/server'
import { dayAndYearIn, timeIn } from '#domain/clock'
import { formatPence, type Pence } from '#domain/money'
import { REFUND_SENTENCE } from '#domain/refund'
import { zoneCity } from '#domain/zone'

export type BookingMail = {
  kind: 'booking_confirmed' | 'payment_returned'
  booking: {
    reference: string
    mentee_name: string
    mentor_name: string
    session_title: string
    starts_at: Date
    minutes: number
    mentee_time_zone: string
    mentor_time_zone: string
    price_pence: Pence
    paid_amount_pence: Pence | null
  }
}

type Sender = { siteName: string; support: string }
type Letter = { subject: string; paragraphs: string[]; facts: [label: string, value: string][] }

/** Subject, plain text and HTML of a mail, all from the same words. */
export function writeBookingMail(mail: BookingMail, sender: Sender): { subject: string; text: string; html: string } {
  const letter = mail.kind === 'booking_confirmed' ? confirmed(mail.booking, sender) : returned(mail.booking, sender)
  const greeting = `Hello ${mail.booking.mentee_name},`
  const ending = `Questions? Write to ${sender.support}.`
  const facts = letter.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const text = [greeting, letter.paragraphs[0], facts, ...letter.paragraphs.slice(1), ending, sender.siteName].join(
    '\n\n',
  )
  const html = renderToStaticMarkup(
    <LetterPage letter={letter} greeting={greeting} ending={ending} from={sender.siteName} />,
  )
  return { subject: letter.subject, text, html: `<!doctype html>${html}` }
}

function confirmed(booking: BookingMail['booking'], sender: Sender): Letter {
  return {
    subject: `Booked: ${booking.session_title} with ${booking.mentor_name}, ${when(booking, booking.mentee_time_zone)}`,
    paragraphs: [
      `Your session with ${booking.mentor_name} is booked and paid.`,
      `What happens next: ${booking.mentor_name} has been given this hour. Before the session ${sender.siteName} writes to you with how to join.`,
      REFUND_SENTENCE,
      'You asked for this session to take place before the 14 days for changing your mind end, and accepted the terms.',
    ],
    facts: [...sessionFacts(booking), ['Paid', formatPence(booking.paid_amount_pence ?? booking.price_pence)]],
  }
}

function returned(booking: BookingMail['booking'], sender: Sender): Letter {
  const amount = formatPence(booking.paid_amount_pence ?? booking.price_pence)
  return {
    subject: `Your payment of ${amount} is on its way back`,
    paragraphs: [
      `We could not confirm your session with ${booking.mentor_name}: the time had begun or was no longer free when your payment reached us, or the amount was not the price. Nothing is booked, and the whole ${amount} goes back to the card you paid with.`,
      'Card refunds usually take five to ten working days to show.',
      `You are welcome to choose another time with ${booking.mentor_name} at ${sender.siteName}.`,
    ],
    facts: [...sessionFacts(booking), ['Returned', amount]],
  }
}

function sessionFacts(booking: BookingMail['booking']): Letter['facts'] {
  const facts: Letter['facts'] = [
    ['Booking', booking.reference],
    ['Session', `${booking.session_title}, ${booking.minutes} minutes, with ${booking.mentor_name}`],
    ['Your time', when(booking, booking.mentee_time_zone)],
  ]
  if (booking.mentor_time_zone !== booking.mentee_time_zone) {
    facts.push([`${booking.mentor_name}’s time`, when(booking, booking.mentor_time_zone)])
  }
  return facts
}

/** "Tuesday 24 November 2026, 21:00 (Kolkata)" */
function when(booking: { starts_at: Date }, zone: string): string {
  return `${dayAndYearIn(booking.starts_at, zone)}, ${timeIn(booking.starts_at, zone)} (${zoneCity(zone)})`
}

const ink = { color: '#14212b', fontFamily: 'Helvetica, Arial, sans-serif', fontSize: '16px', lineHeight: '24px' }

function LetterPage({
  letter,
  greeting,
  ending,
  from,
}: {
  letter: Letter
  greeting: string
  ending: string
  from: string
}) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <title>{letter.subject}</title>
      </head>
      <body style={{ ...ink, margin: '0 auto', padding: '24px', maxWidth: '560px' }}>
        <p dir="auto">{greeting}</p>
        <p>{letter.paragraphs[0]}</p>
        <table style={{ ...ink, borderCollapse: 'collapse' }}>
          <tbody>
            {letter.facts.map(([label, value]) => (
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
        {letter.paragraphs.slice(1).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>{ending}</p>
        <p>{from}</p>
      </body>
    </html>
  )
}
