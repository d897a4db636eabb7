import * as m from '#messages/operators'

/** Why a backup cannot be used: a sentence for the operator. */
export class BackupError extends Error {}

/** The error of a file that is damaged or cut off. */
export const damaged = () => new BackupError(m.backupDamaged())
