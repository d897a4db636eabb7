/** Attributes of a mentor's own words, if they are not in the language of the page. An empty `lang` says that theirs is not known. */
export type OwnWords = { lang: string; dir?: 'auto' }
