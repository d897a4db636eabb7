/** What comes back when the application form was posted and could not be sent or saved. */
import * as m from '#messages/application'
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
  switch (failed) {
    case 'step':
      return m.stepNeedsChanges({ count })
    case 'not_now':
      return m.failedNotNow()
    case 'away':
      return m.failedAway()
    case 'changed':
      return m.failedChanged()
    case 'unknown':
      return m.failedUnknown()
    default:
      return m.fieldsNeedChange({ count })
  }
}
