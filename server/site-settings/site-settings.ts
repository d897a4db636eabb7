/**
 * What admins set, in place of the environment. Every process reads it into its configuration when the page version rises,
 * so that nothing asks the database at each use. Decision 0036.
 */
import { err, ok, type Result } from '#domain/result'
import {
  adviceWith,
  readOverrides,
  readSetting,
  readTranslations,
  type SettingErrors,
  type SettingFields,
  type SettingName,
} from '#domain/site-settings'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { findSetting, listSettings, writeSetting } from '#server/site-settings/settings-queries'

/** Makes this process work with what is set now. */
export async function applySettings(app: App): Promise<void> {
  const stored = await listSettings(app.db)
  app.config = { ...app.environment.config, ...readOverrides(stored) }
  app.texts = {
    ...app.texts,
    advice: adviceWith(app.environment.advice, stored),
    translations: readTranslations(stored),
  }
}

/** `value`: null is back to what the environment says. `version`: of what the form was made from; 0 if it was never set. */
type SettingChange = { name: SettingName; version: number; value: SettingFields | null }

/** `invalid`: errors by field. `changed`: it was set meanwhile; nothing was written. */
type ChangeError = { code: 'invalid'; fields: SettingErrors } | { code: 'changed' }

/** Of two admins who change one setting at once, one succeeds and the other gets `changed`. Effective in this process at once. */
export async function changeSetting(
  app: App,
  actor: Actor,
  { name, version, value }: SettingChange,
): Promise<Result<null, ChangeError>> {
  const read = value === null ? ok(null) : readSetting(name, value)
  if (!read.ok) return err({ code: 'invalid', fields: read.error })
  const changed = await transact(app.db, async (tx): Promise<Result<null, ChangeError>> => {
    const before = await findSetting(tx, name)
    const set = { value: read.value, at: app.now(), by: actor.session.accountId }
    if (!(await writeSetting(tx, { name, version }, set))) return err({ code: 'changed' })
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: toAuditActor(actor),
      action: 'settings.changed',
      subject: 'settings',
      subjectId: name,
      before: before?.value ?? {},
      after: read.value ?? {},
    })
    return ok(null)
  })
  if (changed.ok) await applySettings(app)
  return changed
}
