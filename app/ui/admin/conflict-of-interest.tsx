/** What stands in place of an admin's buttons where something is about themselves. Decision 0042. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import * as m from '#messages/admin'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { Field } from '../controls/field.tsx'

/** Nothing unless another admin has to decide. */
export function OwnSentence({ own }: { own: ConflictOfInterest | null }) {
  return own === 'another' ? <p className="font-semibold">{CONFLICT_OF_INTEREST_WORDS.another()}</p> : null
}

type OwnReasonProps = { own: ConflictOfInterest | null; id: string; typed?: string | undefined }

/** For who decides alone: why. `id`: unique in the page, since a page may have several forms. */
export function OwnReason({ own, id, typed }: OwnReasonProps) {
  if (own !== 'alone') return null
  return (
    <Field
      id={`own-${id}`}
      name="own_reason"
      label={m.ownReason()}
      hint={m.ownReasonHint()}
      required
      maxLength={500}
      defaultValue={typed}
    />
  )
}
