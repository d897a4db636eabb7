/** Reads erasure logs that may be newer than a backup: of the storage that was in use, or of a later backup. */
import { stat } from 'node:fs/promises'
import { erasuresIn, readErasureLog } from '#server/privacy/leaving/erasure-log'
import type { Erasure } from '#server/privacy/leaving/erasure-log-queries'
import { listStoredNames } from '#server/platform/backup/check-backup'
import { readStorage, type Config } from '#server/platform/config'
import { connectStorage } from '#server/platform/storage/storage'
import * as m from '#messages/operators'

/**
 * @param places folders, `s3://` and the name of a bucket for which the settings of the new one work, or files of backups.
 * @throws with a sentence where there is no log to read.
 */
export async function readErasureLogs(places: string[], config: Config): Promise<Erasure[]> {
  const logs = await Promise.all(places.map((place) => readOne(place, config)))
  return logs.flat()
}

async function readOne(place: string, config: Config): Promise<Erasure[]> {
  const bucket = /^s3:\/\/([^/]+)\/?$/.exec(place)?.[1]
  if (!bucket && !(await stat(place)).isDirectory())
    return erasuresIn(await listStoredNames(place, config.BACKUP_KEY ?? null))
  const storage = connectStorage(bucket ? bucketLike(config, bucket) : { folder: place })
  if (!(await storage.read('installation/mode'))) throw new Error(m.storageForeign({ place }))
  return readErasureLog(storage)
}

function bucketLike(config: Config, name: string) {
  const place = readStorage(config)
  if ('bucket' in place) return { bucket: { ...place.bucket, name } }
  throw new Error(m.bucketSettings({ name }))
}
