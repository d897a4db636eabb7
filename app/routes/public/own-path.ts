/** Where a form without scripts leads back to. */

/** A path on this site, never an address elsewhere: browsers read "//evil" and "/\evil" as other hosts. */
export function ownPath(path: string): string {
  return /^\/(?![/\\])[\u0021-\u007E]*$/.test(path) && !path.includes('\\') ? path : '/'
}
