import { fc, it } from '@fast-check/vitest'
import { describe, expect, it as example } from 'vitest'
import { isMentorSlug, MAX_SAVED_IN_BROWSER, savedCookie, savedOfCookie } from '#domain/mentors/saved'

const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/), {
  maxLength: MAX_SAVED_IN_BROWSER,
})

describe('the cookie of saved mentors', () => {
  it.prop([slugs])('gives back what was put into it, beside other cookies', (saved) => {
    const pair = savedCookie(saved).split(';')[0]!
    expect(savedOfCookie(`zone=Asia%2FKolkata; ${pair}; theme=day`)).toEqual(saved)
  })

  it.prop([fc.string({ maxLength: 300 })])('holds nothing but names of mentors, whatever a browser sends', (text) => {
    const found = savedOfCookie(`saved=${text}`)
    expect(found.every(isMentorSlug)).toBe(true)
    expect(new Set(found).size).toBe(found.length)
  })

  example('stays below 2,100 characters and is removed with its last mentor', () => {
    const many = Array.from({ length: 60 }, (_, n) => `${'a'.repeat(76)}-${String(n).padStart(3, '0')}`)
    expect(savedCookie(many).length).toBeLessThan(2_100)
    expect(savedOfCookie(savedCookie(many).split(';')[0]!)).toEqual(many.slice(0, MAX_SAVED_IN_BROWSER))
    expect(savedCookie([])).toContain('Max-Age=0')
    expect(savedOfCookie('unsaved=ananya-rao')).toEqual([])
  })
})
