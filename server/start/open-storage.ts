/** Opens the storage that the settings name. It is tried before the database is changed, and marked afterwards. */
import { readStorage, type Config } from '#server/platform/config'
import type { App } from '#server/context'
import type { Bundle } from '#server/start/bundle'
import { refuseToStart } from '#server/start/refuse'

type StorageModule = Pick<
  Bundle,
  'claimStorage' | 'connectStorage' | 'findMissingFiles' | 'findOthersClaim' | 'tryStorage'
>

export function openStorage(bundle: StorageModule, config: Config) {
  const storage: App['storage'] = bundle.connectStorage(readStorage(config))
  const mode = config.rehearsal ? 'rehearsal' : config.mode
  const describeFault = (fault: string) => `${config.S3_BUCKET ? 'S3_BUCKET' : 'STORAGE_FOLDER'}: ${fault}`
  const findForeign = async (namesPictures: boolean) =>
    (await bundle.findOthersClaim(storage, mode)) ?? (namesPictures ? await bundle.findMissingFiles(storage) : null)
  return {
    storage,
    /**
     * Why these are not the files of the database, as a line for the operator; null if they are. Only reads.
     *
     * @param namesPictures whether the database names any, which the storage must then have
     */
    async findMismatch(namesPictures: boolean): Promise<string | null> {
      const fault = await findForeign(namesPictures)
      return fault && describeFault(fault)
    },
    /**
     * Why a start must not use it, as lines for the operator. Leaves nothing in it. A rehearsal may do without the files of the
     * database that it was copied from.
     */
    async findProblems(namesPictures: boolean): Promise<string[]> {
      const fault = (await bundle.tryStorage(storage)) ?? (await findForeign(mode === 'live' && namesPictures))
      return fault ? [describeFault(fault)] : []
    },
    /** Marks it for what this start is for. */
    async claim(): Promise<void> {
      const fault = await bundle.claimStorage(storage, mode)
      if (fault) refuseToStart(describeFault(fault))
    },
  }
}
