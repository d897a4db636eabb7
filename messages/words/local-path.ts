/** Addresses in the reader's language: `/es/mentors` is `/mentors` in Spanish. English has no prefix. */
import { ENGLISH_TAG } from '../languages.ts'
import { currentTag } from '../runtime.ts'

/** The first part of the addresses of the language with this tag, with its slash. Empty for English. */
export const prefixOf = (tag: string): string => (tag === ENGLISH_TAG ? '' : `/${tag.toLowerCase()}`)

/** A path of this site in the language with this tag. The home page of a language is `/es`. */
export function pathIn(tag: string, path: string): string {
  const prefix = prefixOf(tag)
  return prefix + (prefix && /^\/(?:\?|$)/.test(path) ? path.slice(1) : path)
}

/**
 * A path of this site in the language of what is drawn at the moment. For plain links, forms and `fetch`: the router's
 * links, forms and redirects have the prefix by themselves.
 */
export const localPath = (path: string): string => pathIn(currentTag(), path)

/**
 * The `hreflang` of each language's page, with the language's tag. English is for readers in every country, though it is spelled
 * as in Britain. The first of the tags is for readers of all languages that the site does not speak.
 */
export const listHreflangs = (tags: string[]): [hreflang: string, tag: string][] => [
  ...tags.map((tag): [string, string] => [tag === ENGLISH_TAG ? 'en' : tag, tag]),
  ['x-default', tags[0] ?? ENGLISH_TAG],
]
