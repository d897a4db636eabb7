/** Opens the storage that the settings name. It is tried before the database is changed, and marked afterwards. */
import { storageOf, type Config } from '#server/config'
import type { App } from '#server/context'
import type { Bundle } from '#server/start/bundle'
import { refuseToStart } from '#server/start/refuse'

export function openStorage(bundle: Bundle, config: Config) {
  const storage: App['storage'] = bundle.connectStorage(storageOf(config))
  const mode = config.rehearsal ? 'rehearsal' : config.mode
  const inWords = (fault: string) => `${config.S3_BUCKET ? 'S3_BUCKET' : 'STORAGE_FOLDER'}: ${fault}`
  return {
    storage,
    /** Why a start must not use it, as lines for the operator. Leaves nothing in it. */
    async findProblems(): Promise<string[]> {
      const fault = (await bundle.tryStorage(storage)) ?? (await bundle.findOthersClaim(storage, mode))
      return fault ? [inWords(fault)] : []
    },
    /** Marks it for what this start is for. */
    async claim(): Promise<void> {
      const fault = await bundle.claimStorage(storage, mode)
      if (fault) refuseToStart(inWords(fault))
    },
  }
}
