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
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import { listChecks, listCodes } from '#server/mentors/checks/checks-queries'
import * as m from '#messages/application'
import { dateIn } from '#words/time'
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

function checkTitle(kind: CheckKind, isConfirmed: boolean, { rightToEarn }: MentorContent): string {
  switch (kind) {
    case 'university_address':
      return isConfirmed ? m.universityConfirmed() : m.universityAddress()
    case 'work_address':
      return isConfirmed ? m.workConfirmed() : m.workAddress()
    case 'linkedin':
      return m.linkedinVerified()
    case 'right_to_earn':
      return m.rightToEarnAnswer({ answer: rightToEarn ?? 'other' })
    case 'portrait':
      return m.onePersonPicture()
  }
}

/** What an admin is to do. */
const TO_DO: Record<Exclude<CheckKind, 'university_address' | 'work_address'>, () => string> = {
  linkedin: m.linkedinToDo,
  right_to_earn: m.rightToEarnToDo,
  portrait: m.portraitToDo,
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
  const proof = check?.provenAt ? [m.codeEntered({ address, date: dateIn(check.provenAt, zone) })] : []
  const base = { kind, title: checkTitle(kind, isConfirmed, content), isConfirmed, note: check?.note ?? '' }
  if (isConfirmed) {
    const isPublic = PUBLIC_CHECKS.some((each) => each === kind)
    const how = [...proof, describeChecker(check, checked)]
    return { ...base, how: [...how, ...(isPublic ? [m.shownOnProfile()] : [])].join(' '), action: 'take_back' }
  }
  const over = check && !isTrue ? [m.recordChangedSince()] : []
  if (!isAddressCheck(kind)) return { ...base, note: '', how: [...over, TO_DO[kind]()].join(' '), action: 'confirm' }
  if (isTrue) {
    const place = kind === 'university_address' ? content.university : content.company
    const host = hostOf(address)
    const toDo = place ? m.confirmIfAt({ host, place }) : m.confirmIfTheirs({ host })
    const how = [...proof, toDo].join(' ')
    return { ...base, how, action: 'confirm' }
  }
  const waiting = code
    ? m.codeSent({ address: maskedAddress(code.address), time: timeIn(code.expiresAt, zone) })
    : m.emailsCode({ firstName: checked.firstName })
  return { ...base, how: [...proof, ...over, waiting].join(' '), action: 'mail' }
}

function describeChecker({ checkedAt, checkedBy, checkerName }: Check, { reader, zone }: Checked): string {
  const date = dateIn(checkedAt!, zone)
  return checkedBy === reader
    ? m.confirmedByYou({ date })
    : m.confirmedBy({ who: checkerName ?? m.deletedAccount(), date })
}

/** They tick it in each application, so there is nothing for an admin to do. */
function describeAdvice({ agreedAt, firstName, zone }: Checked): ReviewCheck {
  return {
    kind: 'advice',
    title: m.adviceCheck(),
    isConfirmed: agreedAt !== null,
    how: agreedAt ? m.tickedBy({ firstName, date: dateIn(agreedAt, zone) }) : m.adviceUnanswered(),
    note: '',
    action: null,
  }
}
