/** What the product says where a person's text may stand as well. */
import { readProductText, type ProductText } from '#domain/product-text'
import * as m from '#messages/documents'

const WORDS: Record<ProductText, (...values: number[]) => string> = {
  idle: (days = 0) => m.pausedIdle({ days }),
  absent: m.pausedAbsent,
  cancelled: (count = 0, days = 0) => m.pausedCancelled({ count, days }),
  account_suspended: m.pausedSuspended,
  unclaimed: m.pausedUnclaimed,
  claimed: m.recordClaimed,
  incomplete: m.recordIncomplete,
  missing_role: m.missingRole,
  missing_location: m.missingLocation,
  missing_languages: m.missingLanguages,
  missing_about: m.missingAbout,
  missing_help_with: m.missingHelpWith,
  missing_moves: m.missingMoves,
  missing_sessions: m.missingSessions,
}

/** A stored text as it is shown: the product's in words, a person's as they wrote it. */
export function describeStored(stored: string): string {
  const own = readProductText(stored)
  return own ? WORDS[own.text](...own.values) : stored
}

/** The same of texts by name, such as change requests by field. */
export const describeAllStored = <Texts extends Partial<Record<string, string>>>(stored: Texts): Texts =>
  Object.fromEntries(Object.entries(stored).map(([name, text]) => [name, describeStored(text ?? '')])) as Texts
