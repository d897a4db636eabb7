/** How the demo mentors were reviewed: an application that was accepted, and what was checked about most of them. */
import type { Insertable } from 'kysely'
import { coveredBy, type AddressCheck } from '#domain/mentors/checks'
import type { MentorContent } from '#domain/mentors/content'
import { HOUR_MS } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { demoId } from './id.ts'

/** `addresses`: masked, as a check keeps them, of universities and employers that exist. `linkedin`: what the admin saw. */
type Checked = { addresses?: Partial<Record<AddressCheck, string>>; linkedin?: string }

const SAME = 'Same name and role, and the posts go back as far as the application says.'
const YOUNG = 'Same name and role. A young profile, so the emailed code counts for more.'

/** Mentors without an entry were read and accepted, and nothing else was checked. */
const checks: Record<string, Checked> = {
  'ananya-rao': {
    addresses: { university_address: 'a…@alumni.manchester.ac.uk', work_address: 'a…@england.nhs.uk' },
    linkedin: SAME,
  },
  'noor-haddad': { addresses: { university_address: 'n…@uni.strath.ac.uk' } },
  'farhana-akter': { addresses: { university_address: 'f…@tcd.ie' }, linkedin: YOUNG },
  'tunde-adeyemi': { addresses: { work_address: 't…@zalando.de' }, linkedin: SAME },
  'linh-nguyen': { addresses: { work_address: 'l…@adyen.com' } },
  'lukasz-wisniewski': { linkedin: SAME },
  'rafael-santos': { addresses: { university_address: 'r…@novasbe.pt' }, linkedin: YOUNG },
  'diego-fuentes': { linkedin: SAME },
  'wanjiru-kamau': { addresses: { work_address: 'w…@uhn.ca' }, linkedin: SAME },
  'olena-kovalenko': { addresses: { university_address: 'o…@bu.edu' }, linkedin: SAME },
  'ibrahim-diallo': { addresses: { university_address: 'i…@mun.ca' } },
  'maria-jose-rangel': { linkedin: SAME },
  'farai-moyo': { linkedin: SAME },
  'sanne-de-vries': { addresses: { university_address: 's…@wur.nl' }, linkedin: SAME },
  'imran-siddiqui': { linkedin: SAME },
  'arjun-mehta': { addresses: { university_address: 'a…@alumni.cmu.edu' }, linkedin: SAME },
  'diego-salazar': { addresses: { university_address: 'd…@m.titech.ac.jp' } },
  'fiona-brennan': { addresses: { university_address: 'f…@utas.edu.au' } },
}

/** Between one and three days after they applied. */
export function reviewedAt(position: number, appliedAt: Date): Date {
  return new Date(appliedAt.getTime() + (24 + ((position * 17) % 36)) * HOUR_MS)
}

type Reviewed = { slug: string; content: MentorContent; appliedAt: Date; acceptedAt: Date }

/** No reviewer: a demo begins without accounts. */
export function submissionRow({
  slug,
  content,
  appliedAt,
  acceptedAt,
}: Reviewed): Insertable<Tables['mentorSubmissions']> {
  return {
    id: demoId(`${slug}/application`),
    mentorId: demoId(slug),
    content: JSON.stringify(content),
    before: null,
    submittedAt: appliedAt,
    changedAt: appliedAt,
    decision: 'accepted',
    decidedAt: acceptedAt,
    decidedBy: null,
  }
}

/** Codes were entered on the day before the application was accepted, and everything was confirmed then. */
export function checkRows({ slug, content, acceptedAt }: Reviewed): Insertable<Tables['mentorChecks']>[] {
  const { addresses = {}, linkedin } = checks[slug] ?? {}
  const made = { mentorId: demoId(slug), checkedAt: acceptedAt, checkedBy: null }
  const provenAt = new Date(acceptedAt.getTime() - 20 * HOUR_MS)
  const proven = Object.entries(addresses).map(([kind, address]) => ({ kind: kind as AddressCheck, address, provenAt }))
  const seen = linkedin ? [{ kind: 'linkedin' as const, note: linkedin, address: null, provenAt: null }] : []
  return [...proven, ...seen].map((check) => ({
    ...made,
    ...check,
    covers: JSON.stringify(coveredBy(check.kind, content)),
  }))
}
