/**
 * The language that a page offers beside its own, "¿Ver en español?": the one that its reader prefers, if it is another. An
 * address is never redirected for it, since a link that was sent opens as it was sent, and crawlers follow addresses.
 */
import { NO_OFFER, type Language } from '../../../messages/languages.ts'
import { readCookie } from '#server/platform/http/cookies'
import { findOffered } from './language.ts'

/** The cookie: what the reader chose last, or `NO_OFFER` once they have closed an offer. */
const LANGUAGE_COOKIE = 'language'

const YEAR_SECONDS = 31_536_000

/** `Set-Cookie`: see `LANGUAGE_COOKIE`. */
export const languageCookie = (chosen: Language | typeof NO_OFFER): string =>
  `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/**
 * The language to offer on a page. Null without one.
 *
 * @param findOther The language of the reader's account or browser, called where they have chosen none that is offered.
 */
export function languageToOffer(
  { page, offered }: { page: Language; offered: readonly Language[] },
  cookies: string,
  findOther: () => Language | null,
): Language | null {
  const chosen = cookies && readCookie(cookies, LANGUAGE_COOKIE)
  if (chosen === NO_OFFER) return null
  const preferred = findOffered(chosen, offered) ?? findOther()
  return preferred === page ? null : preferred
}
