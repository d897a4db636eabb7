import { expect, it } from 'vitest'
import { personalHeaders } from './entering.ts'
import { asPage, tooMany } from './signing.ts'

it('says without scripts, too, how long to wait where a form came too often', () => {
  const answer = asPage(tooMany({ code: 'too_many', retryAfter: 42 }))
  const headers = personalHeaders({ actionHeaders: new Headers('init' in answer ? answer.init?.headers : {}) })
  expect(headers.get('Retry-After')).toBe('42')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(personalHeaders({ actionHeaders: new Headers() }).has('Retry-After')).toBe(false)
})
