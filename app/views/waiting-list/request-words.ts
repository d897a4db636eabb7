/** What is the same in the words about every request of the waiting list. */
import type { WaitingState } from '#domain/waiting-list'

export type RequestWords = {
  state: Exclude<WaitingState, 'over'>
  /** It could not be confirmed, since as many wait as may. */
  full: boolean
  /** The day on which it ends. */
  until: string
  /** What is known of the sender, and until when: "on Sunday 3 March 2030". */
  note: (when: string) => string
}
