import { describe, expect, it } from 'vitest'
import { isKnownBrowser, markBrowser } from '#server/accounts/auth/known-browser'

const SETTINGS = { secret: 'a secret of 32 letters or some more', secure: false }
const NOW = new Date('2030-01-07T09:00:00Z')
const DAY_MS = 86_400_000
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const account = (id: string, password = 'hash 1') => ({ id, password })
const ADA = account('ada')

/** The Cookie header of a browser that was given this one. */
const keep = (setCookie: string) => setCookie.split(';')[0]!
const marked = (...ids: string[]) =>
  ids.reduce((cookies, id) => keep(markBrowser(cookies, account(id), NOW, SETTINGS)), '')

describe('the mark of a known browser', () => {
  it('counts for the account that was signed in to, and for no other', () => {
    expect(isKnownBrowser(marked('ada'), ADA, NOW, SETTINGS)).toBe(true)
    expect(isKnownBrowser(`theme=day; ${marked('ada')}; zone=UTC`, ADA, NOW, SETTINGS)).toBe(true)
    expect(isKnownBrowser(marked('ada'), account('grace'), NOW, SETTINGS)).toBe(false)
    expect(isKnownBrowser('', ADA, NOW, SETTINGS)).toBe(false)
  })

  it('cannot be read by scripts, other sites or other hosts, and identifies no one', () => {
    const header = markBrowser('', ADA, NOW, { ...SETTINGS, secure: true })
    expect(header).toMatch(
      /^__Host-known=[a-z\d]+\.[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(header).not.toMatch(/ada/)
    expect(isKnownBrowser(keep(header), ADA, NOW, { ...SETTINGS, secure: true })).toBe(true)
    expect(isKnownBrowser(keep(header), ADA, NOW, SETTINGS)).toBe(false)
    expect(isKnownBrowser(marked('ada'), ADA, NOW, { ...SETTINGS, secure: true })).toBe(false)
  })

  it('is valid for ninety days, whatever the browser does with it', () => {
    expect(isKnownBrowser(marked('ada'), ADA, later(89), SETTINGS)).toBe(true)
    expect(isKnownBrowser(marked('ada'), ADA, later(90), SETTINGS)).toBe(false)
    const [day = '', signature = ''] = marked('ada').slice('known='.length).split('.')
    const longer = `known=${(Number.parseInt(day, 36) + 1).toString(36)}.${signature}`
    expect(isKnownBrowser(longer, ADA, later(90), SETTINGS)).toBe(false)
  })

  it('ends when the password or the secret changes', () => {
    expect(isKnownBrowser(marked('ada'), account('ada', 'hash 2'), NOW, SETTINGS)).toBe(false)
    expect(isKnownBrowser(marked('ada'), ADA, NOW, { ...SETTINGS, secret: 'another of 32 letters or more too' })).toBe(
      false,
    )
  })

  it('is kept for the last three accounts of a browser', () => {
    const cookies = marked('ada', 'grace', 'mary', 'ada', 'joan')
    const known = ['ada', 'grace', 'mary', 'joan'].filter((id) => isKnownBrowser(cookies, account(id), NOW, SETTINGS))
    expect(known).toEqual(['ada', 'mary', 'joan'])
    expect(cookies.length).toBeLessThan(100)
  })

  it('is ignored if it is malformed or forged', () => {
    const forged = 'zzzzzz.AAAAAAAAAAAAAAAAAAAAAA'
    for (const value of ['', '~~~', '%', '.', '~'.repeat(4_000), forged])
      expect(isKnownBrowser(`known=${value}`, ADA, NOW, SETTINGS), value).toBe(false)
  })
})
