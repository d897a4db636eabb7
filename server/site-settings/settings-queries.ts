/** SQL for what admins have set. */
import type { SettingFields } from '#domain/site-settings'
import type { Db } from '#server/platform/db/connect'

/** All of them, with who changed each last. */
export function listSettings(db: Db) {
  return db
    .selectFrom('siteSettings')
    .leftJoin('accounts', 'accounts.id', 'changedBy')
    .select(['siteSettings.name', 'value', 'version', 'changedAt', 'accounts.name as changedByName'])
    .orderBy('siteSettings.name')
    .execute()
}

export function findSetting(db: Db, name: string) {
  return db.selectFrom('siteSettings').select(['value', 'version']).where('name', '=', name).executeTakeFirst()
}

/** Sets a setting that has this version; 0: one that was never set. False, and nothing written, if it has another one. */
export async function writeSetting(
  tx: Db,
  { name, version }: { name: string; version: number },
  { value, at, by }: { value: SettingFields | null; at: Date; by: string },
): Promise<boolean> {
  const row = { value: value && JSON.stringify(value), changedAt: at, changedBy: by }
  const written =
    version === 0
      ? tx
          .insertInto('siteSettings')
          .values({ name, ...row })
          .onConflict((known) => known.doNothing())
          .returning('name')
      : tx
          .updateTable('siteSettings')
          .set({ ...row, version: version + 1 })
          .where('name', '=', name)
          .where('version', '=', version)
          .returning('name')
  return (await written.executeTakeFirst()) !== undefined
}
