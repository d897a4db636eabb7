/** What was checked about a mentor, how and when, for an admin. Server side. */
import {
  CHECK_KINDS,
  hostOf,
  isAddressCheck,
  isCheckValid,
  maskedAddress,
  PUBLIC_CHECKS,
  type CheckKind,
} from '#domain/mentors/checks'
import type { MentorContent } from '#domain/mentors/content'
import { dateIn, timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import { listChecks, listCodes } from '#server/mentors/checks/checks-queries'
import type { ReviewCheck } from '../../../ui/mentors/review/review-view.ts'

type Checked = {
  mentorId: string
  /** As an admin reads it. */
  content: MentorContent
  firstName: string
  /** When they last sent an application, in which they agree to give no immigration advice. Null: never. */
  agreedAt: Date | null
  /** The account that reads. */
  reader: string
  zone: string
}

type Check = Awaited<ReturnType<typeof listChecks>>[number]
type Code = Awaited<ReturnType<typeof listCodes>>[number]

export async function readReviewChecks(app: Pick<App, 'db' | 'now'>, checked: Checked): Promise<ReviewCheck[]> {
  const checks = await listChecks(app.db, checked.mentorId)
  const codes = await listCodes(app.db, checked.mentorId, app.now())
  const shown = CHECK_KINDS.map((kind) =>
    describeCheck(
      kind,
      checks.find((check) => check.kind === kind),
      codes.find((code) => code.kind === kind),
      checked,
    ),
  )
  const picture = shown.pop()
  return [...shown, describeAdvice(checked), ...(picture ? [picture] : [])]
}

const RIGHTS = { yes: 'yes, they may', not_sure: 'not sure, so volunteer', no: 'no, so volunteer' }

function checkTitle(kind: CheckKind, isConfirmed: boolean, { rightToEarn }: MentorContent): string {
  switch (kind) {
    case 'university_address':
      return isConfirmed ? 'University address confirmed by email' : 'University address'
    case 'work_address':
      return isConfirmed ? 'Work address confirmed by email' : 'Work address'
    case 'linkedin':
      return 'LinkedIn profile verified'
    case 'right_to_earn':
      return `Right to earn: ${rightToEarn ? RIGHTS[rightToEarn] : 'no answer'}`
    case 'portrait':
      return 'Picture shows one person, the one who applies'
  }
}

/** What an admin is to do. */
const TO_DO: Record<Exclude<CheckKind, 'university_address' | 'work_address'>, string> = {
  linkedin: 'Open the profile, compare name and role, and note what you saw',
  right_to_earn: 'Check the price and documents, and note what you checked',
  portrait: 'Compare with LinkedIn, and note how you did it',
}

function describeCheck(
  kind: CheckKind,
  check: Check | undefined,
  code: Code | undefined,
  checked: Checked,
): ReviewCheck {
  const { content, zone } = checked
  const isTrue = check !== undefined && isCheckValid(check, content)
  const isConfirmed = isTrue && check.checkedAt !== null
  const address = check?.address ?? ''
  const proof = check?.provenAt ? [`Code to ${address} entered, ${dateIn(check.provenAt, zone)}.`] : []
  const base = { kind, title: checkTitle(kind, isConfirmed, content), isConfirmed, note: check?.note ?? '' }
  if (isConfirmed) {
    const isPublic = PUBLIC_CHECKS.some((each) => each === kind)
    const how = [...proof, `Confirmed by ${formatChecker(check, checked)}, ${dateIn(check.checkedAt!, zone)}.`]
    return { ...base, how: [...how, ...(isPublic ? ['Shown on the profile.'] : [])].join(' '), action: 'take_back' }
  }
  const over = check && !isTrue ? ['The record has changed since.'] : []
  if (!isAddressCheck(kind)) return { ...base, note: '', how: [...over, TO_DO[kind]].join(' '), action: 'confirm' }
  if (isTrue) {
    const what = kind === 'university_address' ? content.university : content.company
    const how = [...proof, `Confirm it if ${hostOf(address)} belongs to ${what || 'where they say they are'}.`].join(
      ' ',
    )
    return { ...base, how, action: 'confirm' }
  }
  const waiting = code
    ? `A code was sent to ${maskedAddress(code.address)} and can be entered until ${timeIn(code.expiresAt, zone)}.`
    : `Emails a code for ${checked.firstName} to enter.`
  return { ...base, how: [...proof, ...over, waiting].join(' '), action: 'mail' }
}

const formatChecker = ({ checkedBy, checkerName }: Check, { reader }: Checked) =>
  checkedBy === reader ? 'you' : (checkerName ?? 'a deleted account')

/** They tick it in each application, so there is nothing for an admin to do. */
function describeAdvice({ agreedAt, firstName, zone }: Checked): ReviewCheck {
  return {
    kind: 'advice',
    title: 'Shares experience, gives no immigration advice',
    isConfirmed: agreedAt !== null,
    how: agreedAt ? `Ticked by ${firstName}, ${dateIn(agreedAt, zone)}.` : 'No answer: this record was imported.',
    note: '',
    action: null,
  }
}
