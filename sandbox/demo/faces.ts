/**
 * How each demo mentor is drawn, chosen by hand so that the face fits the person. The two-digit numbers name the
 * variants of DiceBear's "notionists" (drawings by Zoish, CC0); the compiler knows which exist.
 */
import type { notionists } from '@dicebear/collection'

type Part = 'hair' | 'body' | 'eyes' | 'brows' | 'nose' | 'lips' | 'beard' | 'glasses'
type Variant<Name extends Part> = NonNullable<notionists.Options[Name]>[number] extends infer Known
  ? Known extends `variant${infer Digits}`
    ? Digits
    : never
  : never

/** Background colours, from the palette of the light theme. */
export const grounds = { shoal: 'cfe6ee', land: 'f6ecd0', green: 'dfe9c9', magenta: 'fbeaf3' } as const

/** A face without a beard or glasses leaves out `beard` or `glasses`. */
export type Face = { [Name in Exclude<Part, 'beard' | 'glasses'>]: Variant<Name> } & {
  beard?: Variant<'beard'>
  glasses?: Variant<'glasses'>
  ground: keyof typeof grounds
}

/** By the mentor's slug. */
export const faces: Readonly<Record<string, Face>> = {
  'ananya-rao': { ground: 'shoal', hair: '45', body: '15', eyes: '05', brows: '04', nose: '03', lips: '23' },
  'noor-haddad': { ground: 'green', hair: '63', body: '14', eyes: '05', brows: '05', nose: '13', lips: '22' },
  'farhana-akter': { ground: 'green', hair: '41', body: '03', eyes: '05', brows: '12', nose: '14', lips: '17' },
  'tunde-adeyemi': {
    ground: 'land',
    hair: '06',
    body: '19',
    eyes: '05',
    brows: '08',
    nose: '08',
    lips: '22',
    glasses: '02',
  },
  'linh-nguyen': { ground: 'magenta', hair: '10', body: '16', eyes: '05', brows: '05', nose: '14', lips: '22' },
  'lukasz-wisniewski': {
    ground: 'shoal',
    hair: '42',
    body: '07',
    eyes: '05',
    brows: '05',
    nose: '05',
    lips: '22',
    beard: '12',
  },
  'rafael-santos': { ground: 'land', hair: '60', body: '19', eyes: '05', brows: '05', nose: '08', lips: '03' },
  'diego-fuentes': {
    ground: 'green',
    hair: '54',
    body: '17',
    eyes: '05',
    brows: '07',
    nose: '10',
    lips: '22',
    beard: '06',
    glasses: '11',
  },
  'wanjiru-kamau': { ground: 'shoal', hair: '20', body: '13', eyes: '05', brows: '12', nose: '17', lips: '30' },
  'olena-kovalenko': {
    ground: 'land',
    hair: '23',
    body: '25',
    eyes: '05',
    brows: '09',
    nose: '06',
    lips: '23',
    glasses: '08',
  },
  'yuting-chen': { ground: 'magenta', hair: '59', body: '24', eyes: '05', brows: '04', nose: '14', lips: '17' },
  'ibrahim-diallo': { ground: 'shoal', hair: '49', body: '23', eyes: '05', brows: '07', nose: '11', lips: '14' },
  'maria-jose-rangel': { ground: 'green', hair: '28', body: '21', eyes: '05', brows: '04', nose: '04', lips: '23' },
  'yuki-tanaka': { ground: 'land', hair: '55', body: '25', eyes: '05', brows: '05', nose: '13', lips: '03' },
  'farai-moyo': {
    ground: 'magenta',
    hair: '07',
    body: '19',
    eyes: '05',
    brows: '07',
    nose: '02',
    lips: '03',
    beard: '12',
  },
  'sanne-de-vries': { ground: 'shoal', hair: '47', body: '09', eyes: '05', brows: '06', nose: '07', lips: '03' },
  'imran-siddiqui': {
    ground: 'land',
    hair: '35',
    body: '20',
    eyes: '05',
    brows: '07',
    nose: '18',
    lips: '22',
    beard: '06',
  },
  'sujata-gurung': { ground: 'magenta', hair: '39', body: '08', eyes: '05', brows: '04', nose: '14', lips: '22' },
  'arjun-mehta': {
    ground: 'green',
    hair: '34',
    body: '18',
    eyes: '05',
    brows: '08',
    nose: '05',
    lips: '17',
    beard: '02',
  },
  'diego-salazar': {
    ground: 'shoal',
    hair: '33',
    body: '01',
    eyes: '05',
    brows: '07',
    nose: '06',
    lips: '03',
    glasses: '11',
  },
  'fiona-brennan': { ground: 'green', hair: '36', body: '12', eyes: '03', brows: '05', nose: '16', lips: '14' },
  'zoe-van-der-merwe': { ground: 'land', hair: '58', body: '22', eyes: '05', brows: '05', nose: '06', lips: '23' },
  'jomar-villanueva': { ground: 'magenta', hair: '53', body: '13', eyes: '05', brows: '05', nose: '11', lips: '03' },
  'harpreet-gill': {
    ground: 'shoal',
    hair: '61',
    body: '05',
    eyes: '05',
    brows: '05',
    nose: '18',
    lips: '22',
    beard: '02',
  },
}
