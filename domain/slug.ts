/** Names of things in addresses. */
import { fold } from '#domain/search/words'

const MAX_LENGTH = 60

/** 'farai-moyo' for "Farai Moyo". `fallback`: for a name without Latin letters or digits, or one of `reserved`. */
export function makeSlug(name: string, fallback: string, reserved: ReadonlySet<string>): string {
  const slug = fold(name)
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return slug === '' || reserved.has(slug) ? fallback : slug
}
