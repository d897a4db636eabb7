/** The state of a code in a word. */
import type { CodeState } from '#domain/discounts/code-terms'
import * as m from '#messages/codes'

export const STATE_WORDS: Record<CodeState, () => string> = {
  live: m.active,
  scheduled: m.scheduled,
  ended: m.ended,
  used_up: m.usedUp,
  disabled: m.disabled,
}
