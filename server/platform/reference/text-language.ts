/** Detects the language that a text is written in, by its most frequent sequences of letters (`franc-min`). */

/** Shorter texts prove nothing. Of longer ones the beginning suffices, and the whole would take longer. In characters. */
const MIN_LENGTH = 40
const MAX_LENGTH = 1_500

/**
 * Languages that are looked for, with the package's ISO 639-3 codes. Not those that it mistakes for a frequent one, such as
 * Bhojpuri for Hindi.
 */
const CODES: Record<string, string> = {
  amh: 'am',
  arb: 'ar',
  ben: 'bn',
  ces: 'cs',
  cmn: 'zh',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fra: 'fr',
  guj: 'gu',
  hau: 'ha',
  heb: 'he',
  hin: 'hi',
  hun: 'hu',
  ibo: 'ig',
  ind: 'id',
  ita: 'it',
  jpn: 'ja',
  kan: 'kn',
  kor: 'ko',
  mal: 'ml',
  mar: 'mr',
  mya: 'my',
  nld: 'nl',
  nep: 'ne',
  npi: 'ne',
  pan: 'pa',
  pes: 'fa',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  som: 'so',
  spa: 'es',
  swe: 'sv',
  swh: 'sw',
  tam: 'ta',
  tel: 'te',
  tgl: 'tl',
  tha: 'th',
  tur: 'tr',
  ukr: 'uk',
  urd: 'ur',
  vie: 'vi',
  yor: 'yo',
  zul: 'zu',
}

/** ISO 639-1; null for a text that is too short, or in no language that is looked for. Loads the package at the first call. */
export async function detectLanguage(text: string): Promise<string | null> {
  const { franc } = await import('franc-min')
  const code = franc(text.slice(0, MAX_LENGTH), { only: Object.keys(CODES), minLength: MIN_LENGTH })
  return CODES[code] ?? null
}
