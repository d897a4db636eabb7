import { describe, expect, it } from 'vitest'
import { personalHeaders, pageAfterSignIn } from './sign-in-pages.ts'
import { asPage, tooMany } from './sign-in-forms.ts'

it('says without scripts, too, how long to wait where a form came too often', () => {
  const result = asPage(tooMany({ code: 'too_many', retryAfter: 42 }))
  const headers = personalHeaders({ actionHeaders: new Headers('init' in result ? result.init?.headers : {}) })
  expect(headers.get('Retry-After')).toBe('42')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(personalHeaders({ actionHeaders: new Headers() }).has('Retry-After')).toBe(false)
})

describe('pageAfterSignIn', () => {
  it.each(['/', '/mentors/ada', '/accounting'])(
    'leads an admin who signs in on %s to the dashboard, and anyone else back',
    (next) => {
      expect(pageAfterSignIn(true, next)).toBe('/admin-dashboard')
      expect(pageAfterSignIn(false, next)).toBe(next)
    },
  )

  it.each(['/mentor/1', '/cohort/1', '/admin-dashboard?tab=bookings', '/account/second-step?required', '/profile'])(
    'leads an admin on to %s, where a guard had sent them to sign in',
    (next) => {
      expect(pageAfterSignIn(true, next)).toBe(next)
    },
  )
})
