/** In which language something is said at the moment: what runs within `inLanguage`, and what it starts, speaks it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FALLBACK, type Language } from '../../../messages/languages.ts'
import { setLanguageSource } from '../../../messages/runtime.ts'

const spoken = new AsyncLocalStorage<Language>()

setLanguageSource(() => spoken.getStore() ?? FALLBACK)

export const inLanguage = <Said>(language: Language, say: () => Said): Said => spoken.run(language, say)
