/**
 * Whether text holds the address of a page. Names are written into emails and pages that other people read, where programs
 * turn such an address into a link: "Hello You won, claim it at http://…" is no name.
 *
 * Source: what mail programs link by themselves, which is schemes, `www.` and domain names. A domain name without a path
 * counts only under the endings below: "Md.Rahman" and "J.R.R. Tolkien" are names.
 */
const COMMON_ENDINGS =
  'com|net|org|info|biz|io|co|app|dev|xyz|top|site|online|shop|store|club|live|link|click|page|website|icu|vip|win|loan'

const SHAPES = [
  /[a-z][a-z\d+.-]*:\/\//i, // Any scheme: "http://".
  /\b(https?|ftp|mailto|javascript|data):\S/i,
  /(?<![\p{L}\p{N}])www\d?\.\S/iu,
  /[\p{L}\p{N}-]\.(\p{L}{2,}|xn--[a-z\d-]+)(:\d+)?[/?#]\S/iu, // "t.co/x"
  new RegExp(
    `(?<![@\\p{L}\\p{N}._-])([\\p{L}\\p{N}-]+\\.)+(${COMMON_ENDINGS}|xn--[a-z\\d-]+)(?![\\p{L}\\p{N}-])`,
    'iu',
  ),
]

/** Letters that are only drawn wider (NFKC), dots of other scripts and characters without a width change no address. */
export function holdsPageAddress(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[。｡․]/gu, '.')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/gu, '')
  return SHAPES.some((shape) => shape.test(plain))
}
