/** Attributes of a text that is not in the language of the page. An empty `lang` says that its own is not known. */
export type LangAttributes = { lang: string; dir?: 'auto' }
