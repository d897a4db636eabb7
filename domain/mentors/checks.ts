/**
 * What is checked about a mentor. A check says what was found out, how and when, never that a mentor is "verified".
 * Decision 0027. Pure.
 */
import type { MentorContent, MentorField } from '#domain/mentors/content'

/** Kinds that are proven by a code emailed to an address of a university or an employer. */
export const ADDRESS_CHECKS = ['university_address', 'work_address'] as const
export type AddressCheck = (typeof ADDRESS_CHECKS)[number]

export const CHECK_KINDS = [...ADDRESS_CHECKS, 'linkedin', 'right_to_earn', 'portrait'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** Shown on the profile once confirmed. The right to earn and the document's picture are shown to admins only. */
export const PUBLIC_CHECKS = ['university_address', 'work_address', 'linkedin'] as const satisfies CheckKind[]

export const isAddressCheck = (kind: CheckKind): kind is AddressCheck => ADDRESS_CHECKS.some((each) => each === kind)

/** The fields that a check is about. */
const COVERED: Record<CheckKind, readonly MentorField[]> = {
  university_address: ['name', 'university'],
  work_address: ['name', 'company'],
  linkedin: ['name', 'role', 'linkedin'],
  right_to_earn: ['rightToEarn', 'price'],
  portrait: ['portrait'],
}

/** What those fields say, by field. */
export type Covered = Partial<Pick<MentorContent, 'name' | 'role' | 'university' | 'company' | 'linkedin'>> & {
  [Field in 'rightToEarn' | 'price' | 'portrait']?: MentorContent[Field]
}

export const coveredBy = (kind: CheckKind, content: Covered): Covered =>
  Object.fromEntries(COVERED[kind].map((field) => [field, content[field as keyof Covered] ?? null]))

/** Whether the fields that a check is about still say what they said then. */
export function isCheckValid(check: { kind: CheckKind; covers: Covered }, content: Covered): boolean {
  const now = coveredBy(check.kind, content)
  return COVERED[check.kind].every((field) => {
    const key = field as keyof Covered
    return (check.covers[key] ?? null) === now[key]
  })
}

/** "a…@leeds.ac.uk": shows the host; the local part only to those who know it. */
export const maskedAddress = (address: string): string =>
  `${[...address][0] ?? ''}…${address.slice(address.lastIndexOf('@'))}`

/** "leeds.ac.uk", in lower case. Also of a masked address. */
export const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Hosts at which anyone gets a mailbox, so that an address there proves no university and no employer. */
const FREE_HOSTS = new Set(
  'gmail.com googlemail.com icloud.com me.com mac.com ymail.com rocketmail.com passport.com protonmail.com protonmail.ch proton.me pm.me tutanota.com tutanota.de tuta.com tuta.io tutamail.com keemail.me zohomail.com zoho.com zohomail.in zohomail.eu mail.com email.com usa.com fastmail.com fastmail.fm hey.com hushmail.com mailfence.com posteo.de posteo.net mailbox.org web.de freenet.de t-online.de arcor.de mail.ru bk.ru inbox.ru list.ru internet.ru rambler.ru ya.ru ukr.net i.ua meta.ua qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com naver.com daum.net hanmail.net kakao.com nate.com rediffmail.com indiatimes.com sify.com libero.it virgilio.it tiscali.it alice.it tin.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr seznam.cz email.cz centrum.cz post.cz atlas.cz azet.sk zoznam.sk wp.pl o2.pl onet.pl op.pl interia.pl gazeta.pl tlen.pl freemail.hu citromail.hu abv.bg mail.bg uol.com.br bol.com.br terra.com.br ig.com.br globo.com sapo.pt comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net blueyonder.co.uk bigpond.com optusnet.com.au xtra.co.nz rogers.com shaw.ca sympatico.ca videotron.ca bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl hetnet.nl online.no telia.com mynet.com walla.co.il walla.com mailinator.com guerrillamail.com sharklasers.com 10minutemail.com tempmail.com temp-mail.org yopmail.com trashmail.com dispostable.com getnada.com maildrop.cc moakt.com'.split(
    ' ',
  ),
)
/** Those with a host in many countries: yahoo.co.uk, hotmail.fr. */
const FREE_FAMILIES = /^(yahoo|ymail|hotmail|outlook|live|msn|gmx|yandex|aol|windowslive|myyahoo)(\.[a-z]{2,3}){1,2}$/

export const isFreeMail = (address: string): boolean =>
  FREE_HOSTS.has(hostOf(address)) || FREE_FAMILIES.test(hostOf(address))

/** How long a code can be entered, and how often it may be wrong. */
export const CODE_MINUTES = 30
export const CODE_TRIES = 5
