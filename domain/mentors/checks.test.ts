/** Checks: what they are about, when they stop counting, and which addresses prove nothing. */
import { describe, expect, it } from 'vitest'
import { CHECK_KINDS, coveredBy, hostOf, isFreeMail, isCheckValid, maskedAddress } from './checks.ts'

const content = {
  name: 'Amara Okonkwo',
  role: 'Civil Engineer',
  company: 'Leeds City Council',
  university: 'University of Leeds',
  linkedin: 'https://www.linkedin.com/in/amara',
  rightToEarn: 'yes' as const,
  portrait: 'A'.repeat(22),
}

describe('a check', () => {
  it.each(CHECK_KINDS)('is true as long as what it is about stays the same: %s', (kind) => {
    expect(isCheckValid({ kind, covers: coveredBy(kind, content) }, { ...content })).toBe(true)
  })

  it.each([
    ['university_address', 'university'],
    ['university_address', 'name'],
    ['work_address', 'company'],
    ['work_address', 'name'],
    ['linkedin', 'name'],
    ['linkedin', 'role'],
    ['linkedin', 'linkedin'],
    ['right_to_earn', 'rightToEarn'],
    ['portrait', 'portrait'],
  ] as const)('of %s is over once the %s changes', (kind, field) => {
    const check = { kind, covers: coveredBy(kind, content) }
    expect(isCheckValid(check, { ...content, [field]: 'Another' })).toBe(false)
    expect(isCheckValid(check, { ...content, [field]: null })).toBe(false)
  })

  it('of one thing stays true when another changes', () => {
    const check = { kind: 'university_address' as const, covers: coveredBy('university_address', content) }
    expect(isCheckValid(check, { ...content, role: 'Head of Bridges', company: 'Bristol', portrait: null })).toBe(true)
  })

  it('comes back from the database as it went in', () => {
    const covers = JSON.parse(JSON.stringify(coveredBy('portrait', { ...content, portrait: null }))) as object
    expect(isCheckValid({ kind: 'portrait', covers }, { ...content, portrait: null })).toBe(true)
    expect(isCheckValid({ kind: 'portrait', covers }, content)).toBe(false)
  })
})

describe('an address', () => {
  it.each(['a@gmail.com', 'a@yahoo.co.uk', 'a@proton.me', 'a@rediffmail.com', 'a@qq.com'])(
    '%s proves no university and no employer',
    (address) => {
      expect(isFreeMail(address)).toBe(true)
    },
  )

  it.each(['a@leeds.ac.uk', 'a@gmail.com.leeds.ac.uk', 'a@live.tv.bbc.co.uk'])('%s may prove one', (address) => {
    expect(isFreeMail(address)).toBe(false)
  })

  it('is shown by its first letter and its host', () => {
    expect(maskedAddress('amara.o@leeds.ac.uk')).toBe('a…@leeds.ac.uk')
    expect(maskedAddress('“a@b”@Leeds.ac.uk')).toBe('“…@Leeds.ac.uk')
    expect(hostOf('a…@Leeds.ac.uk')).toBe('leeds.ac.uk')
  })
})
