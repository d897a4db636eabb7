/** What public pages and the frame around all pages show about the signed-in person. */
import { identityOf, type Role, type Session } from '#domain/accounts/account'
import { initialsOf } from '#domain/accounts/initials'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { listSavedSlugs } from '#server/accounts/saved/saved-queries'
import type { Db } from '#server/platform/db/connect'

export type FrameReader = {
  role: Role
  /** `identityOf`. */
  identity: string
  name: string
  initials: string
  /** As they typed it. */
  email: string
  /** The key of their picture in storage, or null. */
  picture: string | null
  /** The slugs of the mentors that they saved, each between two spaces. */
  saved: string
}

export async function readFrameReader(db: Db, session: Session): Promise<FrameReader> {
  const { role, name, email, picture, accountId } = session
  const saved = await listSavedSlugs(db, accountId)
  return {
    role,
    identity: identityOf(session),
    name,
    initials: initialsOf(name),
    email: formatEmailAddress(email),
    picture,
    saved: ` ${saved.map((slug) => `${slug} `).join('')}`,
  }
}
