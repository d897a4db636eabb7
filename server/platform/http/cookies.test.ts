import { describe, expect, it } from 'vitest'
import { hostCookieName, readCookie, writeCookie } from '#server/platform/http/cookies'

describe('readCookie', () => {
  it.each([
    ['browser=abc', 'abc'],
    ['theme=night; browser=abc; zone=UTC', 'abc'],
    [' browser = abc ', 'abc'],
    ['browser=a%2Bb%3D', 'a+b='],
    ['browser=first; browser=second', 'first'],
    ['browser=', ''],
    ['otherbrowser=abc; Browser=abc; browser', null],
  ])('reads from “%s” the value “%s”', (cookies, value) => expect(readCookie(cookies, 'browser')).toBe(value))
})

describe('writeCookie', () => {
  it('writes a cookie of this host that scripts and other sites cannot use', () => {
    const header = writeCookie(hostCookieName('session', true), 'a+b=', { secure: true, seconds: 60 })
    expect(header).toBe('__Host-session=a%2Bb%3D; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
  })

  it('leaves out Secure and the prefix without TLS, and removes a cookie with 0 seconds', () => {
    const header = writeCookie(hostCookieName('session', false), '', { secure: false, seconds: 0 })
    expect(header).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })
})
