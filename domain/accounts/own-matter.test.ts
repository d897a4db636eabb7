import { describe, expect, it } from 'vitest'
import { ownMatter } from '#domain/accounts/own-matter'

const june = { accountId: 'june', email: 'june.park@gmail.com', isAlone: false }
const about = (accounts: (string | null)[], emails: (string | null)[] = []) => ({ accounts, emails })

describe('a matter', () => {
  it('is an admin’s own by an account or, for a guest, by the mailbox', () => {
    expect(ownMatter(june, about([null, 'june']))).toBe('another')
    expect(ownMatter(june, about([null], ['JunePark+trip@googlemail.com']))).toBe('another')
    expect(ownMatter({ ...june, isAlone: true }, about(['june']))).toBe('alone')
  })

  it('is not theirs otherwise, and no unconfirmed address makes it so', () => {
    expect(ownMatter(june, about([null, 'omar'], [null, '', 'omar@example.com']))).toBeNull()
    expect(ownMatter({ ...june, isAlone: true }, about([], []))).toBeNull()
    expect(ownMatter({ ...june, email: null }, about([null], ['june.park@gmail.com']))).toBeNull()
  })
})
