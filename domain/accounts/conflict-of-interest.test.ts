import { describe, expect, it } from 'vitest'
import { findConflictOfInterest } from '#domain/accounts/conflict-of-interest'

const june = { accountId: 'june', email: 'june.park@gmail.com', isAlone: false }
const about = (accounts: (string | null)[], emails: (string | null)[] = []) => ({ accounts, emails })

describe('a matter', () => {
  it('is an admin’s own by an account or, for a guest, by the mailbox', () => {
    expect(findConflictOfInterest(june, about([null, 'june']))).toBe('another')
    expect(findConflictOfInterest(june, about([null], ['JunePark+trip@googlemail.com']))).toBe('another')
    expect(findConflictOfInterest({ ...june, isAlone: true }, about(['june']))).toBe('alone')
  })

  it('is not theirs otherwise, and no unconfirmed address makes it so', () => {
    expect(findConflictOfInterest(june, about([null, 'omar'], [null, '', 'omar@example.com']))).toBeNull()
    expect(findConflictOfInterest({ ...june, isAlone: true }, about([], []))).toBeNull()
    expect(findConflictOfInterest({ ...june, email: null }, about([null], ['june.park@gmail.com']))).toBeNull()
  })
})
