/** In which language something is said at the moment: what runs within `inLanguage`, and what it starts, speaks it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FALLBACK, type Language } from '../../../messages/languages.ts'
import { setLanguageSource } from '../../../messages/runtime.ts'

const spoken = new AsyncLocalStorage<Language>()

setLanguageSource(() => spoken.getStore() ?? FALLBACK)

export const inLanguage = <Said>(language: Language, say: () => Said): Said => spoken.run(language, say)

/** For what people of any language read: words that are stored or cached. */
export const inEnglish = <Said>(say: () => Said): Said => inLanguage(FALLBACK, say)

/** A language as a row or a cookie has it, if it is `offered`. */
export const findOffered = (stored: unknown, offered: readonly Language[]): Language | undefined =>
  offered.find((language) => language === stored)

/** As above. The site's own language if the row has none, or one that is not offered any more. */
export const toOfferedLanguage = (stored: string | null, offered: readonly Language[]): Language =>
  findOffered(stored, offered) ?? offered[0] ?? FALLBACK
