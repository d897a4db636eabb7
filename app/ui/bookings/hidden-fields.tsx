/** What the forms of step 1 send along without scripts, so that nothing selected or typed is lost. */
import { TEXT_FIELDS, type MenteeDetails } from './details/mentee-details.ts'
import type { Selection } from './selection.ts'

/** `typed` is null while nothing was typed: then the form may use GET. */
type HiddenFieldsProps = { typed: MenteeDetails | null; selection: Selection; again: string | null; code: string }

export function HiddenFields({ typed, selection, again, code }: HiddenFieldsProps) {
  return (
    <>
      {selection.session && <input type="hidden" name="session" value={selection.session} />}
      {again && <input type="hidden" name="again" value={again} />}
      {typed && (
        <>
          <input type="hidden" name="intent" value="choose" />
          {code && <input type="hidden" name="code" value={code} />}
          {TEXT_FIELDS.map((name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />)}
        </>
      )}
    </>
  )
}
