/** What comes back when the application form was posted and could not be sent or saved. */
import type { Typed } from '../../forms/typed-fields.ts'

/**
 * `fields`: messages by name of field. `failed`: what else went wrong. `not_now`: the page is public already, or
 * suspended; `away`: it could not be written; `changed`: another tab or device saved another `version` since; `step`:
 * nothing was sent, but the step that was to be left is not complete.
 */
export type ApplicationResult = {
  typed: Typed
  fields: Typed
  failed?: 'not_now' | 'away' | 'changed' | 'unknown' | 'step'
  version?: number
}

/** What failed and what was kept, in the words of the specification. */
export function formatFailure({ fields, failed }: Pick<ApplicationResult, 'fields' | 'failed'>): string {
  const count = Object.keys(fields).length
  const kept = 'We kept what you typed.'
  if (failed === 'step')
    return count === 1 ? 'One answer on this step needs changes.' : `${count} answers on this step need changes.`
  if (failed === 'not_now')
    return `Something went wrong. Your page is already public or suspended, so this wasn’t sent. ${kept}`
  if (failed === 'away')
    return `Something went wrong. We couldn’t save your application. ${kept} Send it again in a minute.`
  if (failed === 'changed')
    return `Something went wrong. This application was changed in another tab or on another device, so nothing was saved. ${kept}`
  if (failed === 'unknown') return `Something went wrong. We couldn’t read this form. ${kept}`
  return `Something went wrong. Nothing was sent yet: ${count === 1 ? 'one field needs' : `${count} fields need`} a change. ${kept}`
}
