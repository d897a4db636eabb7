/** Why a backup cannot be used: a sentence for the operator. */
export class BackupError extends Error {}

export const DAMAGED = 'The file is damaged, or ends early. Take another backup.'
