import { describe, expect, it } from 'vitest'
import { readCalendarAddress } from '#domain/mentors/calendar-address'
import { MAX_ADDRESS_LENGTH } from '#domain/outside-address'

const read = (typed: string) => {
  const result = readCalendarAddress(typed)
  return result.ok ? result.value.href : result.error
}

describe('the address of a calendar', () => {
  it('is an https address with the name of a host', () => {
    const google = 'https://calendar.google.com/calendar/ical/ada%40example.com/private-0123456789abcdef/basic.ics'
    expect(read(google)).toBe(google)
    expect(read(`  ${google}\n`)).toBe(google)
    expect(read('https://outlook.office365.com/owa/calendar/1@example.com/2/calendar.ics?x=1')).toMatch(/\?x=1$/)
    expect(read('https://bücher.example/a.ics')).toBe('https://xn--bcher-kva.example/a.ics')
    expect(read('https://calendar.example:443/a.ics')).toBe('https://calendar.example/a.ics')
  })

  it('may begin with webcal, as Apple writes it, and loses what is behind #, which is never sent', () => {
    expect(read('webcal://p01-caldav.icloud.com/published/2')).toBe('https://p01-caldav.icloud.com/published/2')
    expect(read('https://calendar.example/a.ics#later')).toBe('https://calendar.example/a.ics')
  })

  it.each([
    ['http://calendar.example/a.ics', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['javascript:alert(1)', 'malformed'],
    ['calendar.example/a.ics', 'malformed'],
    ['https://calendar.example\\@127.0.0.1/', 'malformed'],
    ['https://calendar.example/a\r\nHost: evil', 'malformed'],
    ['https://ada@calendar.example/a.ics', 'userinfo'],
    ['https://calendar.example:secret@evil.example/a.ics', 'userinfo'],
    ['https://calendar.example:8443/a.ics', 'port'],
    ['https://localhost/a.ics', 'host'],
    ['https://localhost./a.ics', 'host'],
    ['https://calendar.example./a.ics', 'host'],
    ['https://127.0.0.1/a.ics', 'host'],
    ['https://2130706433/a.ics', 'host'],
    ['https://0x7f.0.0.1/a.ics', 'host'],
    ['https://①②⑦.⓪.⓪.①/a.ics', 'host'],
    ['https://127.0.0.1./a.ics', 'host'],
    ['https://[::1]/a.ics', 'host'],
    ['https://[::ffff:127.0.0.1]/a.ics', 'host'],
    ['https://[fe80::1%25eth0]/a.ics', 'malformed'],
  ])('is refused: %s', (typed, problem) => {
    expect(read(typed)).toBe(problem)
  })

  it('has at most 2,048 characters, also once they are encoded', () => {
    const start = 'https://calendar.example/'
    expect(read(start + 'a'.repeat(MAX_ADDRESS_LENGTH - start.length))).toHaveLength(2_048)
    expect(read(start + 'a'.repeat(MAX_ADDRESS_LENGTH + 1 - start.length))).toBe('too_long')
    expect(read(start + 'ü'.repeat(1_000))).toBe('too_long')
  })
})
