/** What a restored place may be used for. A live site's backup reaches real people, so it is opened as live deliberately. */
import type { Config } from '#server/platform/config'
import type { InstallationMode } from '#server/platform/db/installation-queries'

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
  if (from !== to && !(from === 'live' && to === 'rehearsal'))
    return `This is the backup of a ${from} site, and LANDFALL_MODE is ${to}.`
  if (from === 'live' && to === 'live' && !asLive)
    return 'This is the backup of a live site. For a drill set LANDFALL_MODE=rehearsal; to have it take the place of the live one, write --as-live.'
  return null
}
