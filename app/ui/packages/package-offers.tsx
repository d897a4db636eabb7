/** The packages of a session type: links to where each is bought, beside the choice of one session. */
import { localPath } from '#words/local-path'

/** `to`: where it is bought. `words`: "3 sessions for £100.00 (about £33.33 each)". */
export type OfferedPackage = { to: string; words: string }

/** Document links, since a dialog that is open has a history of its own. */
export function PackageOffers({ packages }: { packages: OfferedPackage[] }) {
  return (
    <ul className="mt-1 grid gap-1.5">
      {packages.map(({ to, words }) => (
        <li key={to}>
          <a href={localPath(to)} className="link">
            {words}
          </a>
        </li>
      ))}
    </ul>
  )
}
