/** Props of a booking's page, a type for each part. Texts are ready to be shown. */
import type { Leg } from '../../mentors/crossing.tsx'
import type { LangAttributes } from '../../lang-attributes.ts'
import type { AfterParts } from '../after-session/after-parts.ts'
import type { CalendarLinks } from './add-to-calendar.tsx'
import type { Thread } from './thread.tsx'

export type BookingHead = {
  reference: string
  title: string
  langAttributes?: LangAttributes
  /** "60 minutes with Ananya Rao" */
  line: string
  /** Whose face stands beside the title: the mentor's, for the mentor the mentee's initials. */
  face: { name: string; picture: string | null }
  leg: Leg | null
  package: PackageLine
}

/** "Session 2 of 3 from your package". `to`: the package's page; null for readers who may not open it. */
export type PackageLine = { text: string; to: string | null } | null

/** One point of a booking's passage. `day`: "22 Nov", for a phone. `moment`: "Sun 22 Nov, 18:42", or words. */
export type Stage = { name: string; day: string; moment: string; at: string | null; done: boolean; next: boolean }

/** `here`: how many stages are behind, with a fraction of the way to the next, and words: "2 days to go". */
export type Passage = { stages: Stage[]; here: { position: number; words: string } | null }

/** A time on one clock. `whose`: "Ananya’s time, Manchester"; `brief`: "in Manchester", for a phone. `shift`: ", +1 day", which follows either. */
export type ClockFace = { time: string; whose: string; brief: string; shift: string | null }

export type Clocks = {
  /** "Tuesday 24 November 2026", on the reader's calendar. */
  day: string
  at: string
  own: ClockFace
  /** Null where both clocks show the same. */
  other: ClockFace | null
  /** Sentences about clock changes, before the session. */
  notes: string[]
  /** It does not take place: its times are struck through. */
  off: boolean
}

/** Where they meet: from when on, or the way there. Null when it is over or does not take place. */
export type Join = { opens: string } | { to: string } | null

/** What became of the session, before everything else; null while it is simply booked. */
/** `message`: what the mentor wrote when cancelling. */
export type Outcome = { title: string; text: string[]; message?: string } | null

/**
 * `steps`: each last moment, on both clocks, with what cancelling returns until then. `text`: what is said without them.
 * `cancel`: the page to do it.
 */
export type Plans = {
  steps: { until: string; at: string; other: string | null; amount: string }[]
  text: string
  after: string | null
  cancel: string
  /** Someone other than the reader has paid, and refunds go to them. */
  byOther?: boolean
} | null

/** A payment or a refund, whose `name` says how far it is. `amount`: "£45.00", "−£45.00". */
export type ReceiptLine = { name: string; amount: string }
/**
 * `kept`: what stays paid; null while nothing has gone back. `to`: the page to print. `note`: someone else has paid, who has the receipt,
 * so this has neither.
 */
export type Receipt = { lines: ReceiptLine[]; kept: string | null; to: string | null; note?: string } | null

/** Other ways than cancelling to change something: "Move". */
export type Ways = { name: string; to: string }[]

/** Something that waits for an answer, and the page for it. */
export type ProposalNotice = { title: string; text: string; to: string; button: string } | null

export type BookingPageParts = {
  side: 'mentee' | 'mentor'
  head: BookingHead
  passage: Passage
  outcome: Outcome
  clocks: Clocks
  join: Join
  calendar: CalendarLinks | null
  topic: string
  plans: Plans
  ways: Ways
  proposal: ProposalNotice
  thread: Thread | null
  /** The page that a mentor prints; null for the mentee. */
  brief: string | null
  nextSteps: string[]
  receipt: Receipt
  /** The page to end the links that were emailed; null for the mentor, who has none. */
  endLinks: string | null
  /** What has just happened, before everything else. */
  done: string | null
  /** From ten minutes before the start; null while nothing of it can be said or done. */
  after: AfterParts | null
  /** The address to book another session with this mentor; null while this one is to come, and for the mentor. */
  again: { name: string; to: string } | null
  /** Where a guest is erased; null for a member, whose bookings go with the account, and for the mentor. */
  erase: string | null
}
