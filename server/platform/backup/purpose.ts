/** What a restored place may be used for. A live site's backup reaches real people, so it is opened as live deliberately. */
import type { Config } from '#server/platform/config'
import type { InstallationMode } from '#server/platform/db/installation-queries'
import * as m from '#messages/operators'

export const purposeOf = ({ mode, rehearsal }: Pick<Config, 'mode' | 'rehearsal'>): InstallationMode =>
  rehearsal ? 'rehearsal' : mode

/**
 * Why a backup of an installation must not become this one, as a sentence; null if it may.
 *
 * @param from what the backup is of.
 * @param to what the settings make of it.
 */
export function problemOfPurpose(
  from: InstallationMode,
  to: InstallationMode,
  { asLive }: { asLive: boolean },
): string | null {
  if (from !== to && !(from === 'live' && to === 'rehearsal')) return m.backupOfMode({ from, to })
  if (from === 'live' && to === 'live' && !asLive) return m.backupLive()
  return null
}
