/** What a letter is made of. */

export type Facts = [label: string, value: string][]

/** One person's clock at the start of a session. */
export type EmailClock = {
  /** "Your time", "Ada’s time" */
  whose: string
  /** "Tuesday 24 November 2026" */
  day: string
  /** "21:00" */
  time: string
  /** "Kolkata" */
  place: string
  /** "UTC+5:30" */
  offset: string
  /** Which of two it is, for a time that occurs twice that day. */
  note: string | null
}

/** The session that a letter is about. */
export type EmailSession = {
  /** "B-7KQ2-M9XP" */
  reference: string
  /** "First ninety days in the UK" */
  title: string
  /** "60 minutes with Ananya Rao" */
  line: string
  /** A person's picture, as PNG. It travels inside the email. */
  portrait: { name: string; png: Uint8Array } | null
  leg: { from: string; to: string } | null
  /** The reader's first; only that one where both show the same. */
  clocks: EmailClock[]
  /** It does not take place: its times are struck through. */
  off: boolean
}

/** A file in an email, such as a calendar entry. `type`: a MIME type with its parameters. */
type Part = { type: string; content: string }

/**
 * Paragraphs `before` and `after` the facts and the link. Below a session the link comes first, and the facts say more of it.
 * In the text part the link has a line of its own; in HTML it is a button. Without a label in `button`, its address stands
 * below it. `alternatives`: other forms of the email beside text and HTML, of which a mail program shows the last that it
 * knows. `attachments`: files to keep. `leave`: the way out of such emails, at the end and as the mail's own header: its page
 * must do it by a POST alone (RFC 8058).
 */
export type EmailContent = {
  subject: string
  /** What the letter says in a few words, above the greeting. */
  heading: string
  before: string[]
  session?: EmailSession
  facts?: Facts
  link?: string | undefined
  button?: string
  after: string[]
  alternatives?: Part[]
  attachments?: { name: string; type: string; content: string | Uint8Array }[]
  leave?: { words: string; link: string }
}

export type Sender = { siteName: string; support: string }
