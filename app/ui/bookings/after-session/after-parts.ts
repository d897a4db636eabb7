/** Props of a booking's page and forms once the session has begun. Texts are ready to be shown. */

/** The forms, by the end of their address. */
export type AfterForm = 'absent' | 'complete' | 'feedback' | 'problem'

/** `here`: null outside the minutes in which one can say it; `said`: when the reader did. */
export type AfterParts = {
  here: { said: string | null; other: string } | null
  /** What is reported and what came of it. */
  news: { title: string; text: string }[]
  left: { note: string; steps: { text: string; due: string | null }[] } | null
  words: { who: string; stars: number | null; text: string; note: string }[]
  actions: { form: AfterForm; label: string; primary: boolean }[]
  /** Whether the reader has given feedback. */
  hasFeedback: boolean
}

/** `open`: which form is shown; null where `why` says why there is none. `note`: the session is completed already. */
export type AfterFormView = {
  reference: string
  title: string
  lead: string
  open: 'report' | 'contest' | 'complete' | 'note' | 'rate' | 'write' | 'answer' | 'problem' | null
  why: string
  /** The feedback that an answer is to. */
  about: { author: string; stars: number; text: string } | null
}

/** After a refusal: `problem` about the whole form, `fields` by name, and what was typed. */
export type AfterResult = { problem: string | null; fields: Record<string, string>; typed: Record<string, string> }
