import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Role, Session } from '#domain/accounts/account'
import { appContext, sessionContext, type App } from '#server/context'
import { ownPath, requireAccount, requireAdmin, requireMentor } from '#server/site/guards/account-guards'
import { ELSEWHERE, staysOn } from '../../../tests/support/access/open-redirects.ts'

type Asking = {
  role?: Role
  mentorId?: string | null
  secondFactor?: boolean
  mode?: 'demo' | 'live'
  path?: string
  method?: string
}

/** What a guard does with this role; without a role, with a visitor. */
function meet(
  guard: typeof requireAccount,
  { role, mentorId = null, secondFactor = false, mode = 'demo', path = '/', method = 'GET' }: Asking,
) {
  const context = new RouterContextProvider()
  context.set(appContext, { config: { mode } } as App)
  context.set(sessionContext, role ? ({ role, mentorId, secondFactor } as Session) : null)
  try {
    return guard(context, new Request(`https://landfall.test${path}`, { method })).role
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get('location')}`
    return String((thrown as { init?: { status?: number } }).init?.status)
  }
}

describe('requireAccount', () => {
  it('lets every role in', () => {
    for (const role of ['member', 'mentor', 'admin'] as const) expect(meet(requireAccount, { role })).toBe(role)
  })

  it.each([
    ['a page', '/account?tab=a', 'GET', '/account?tab=a'],
    [
      'a page’s data for the browser’s router',
      '/account.data?tab=a&_routes=routes%2Fmember%2Faccount',
      'GET',
      '/account?tab=a',
    ],
    ['the home page’s data', '/_.data', 'GET', '/'],
    ['a form', '/account/security?step=2', 'POST', '/account/security'],
    ['a path that looks like a host', '//evil.test/x', 'GET', '/evil.test/x'],
  ])('redirects a visitor to sign in and back: %s', (_what, path, method, back) => {
    expect(meet(requireAccount, { path, method })).toBe(`302 /sign-in?next=${encodeURIComponent(back)}`)
    expect(ownPath(back)).toBe(back)
  })
})

it('requireMentor lets mentors in, redirects visitors to sign in and other members to where they can apply', () => {
  expect(meet(requireMentor, { role: 'mentor', mentorId: 'm1' })).toBe('mentor')
  expect(meet(requireMentor, { role: 'admin', mentorId: 'm1' })).toBe('admin')
  expect(meet(requireMentor, { role: 'member' })).toBe('302 /become-a-mentor')
  expect(meet(requireMentor, { role: 'admin' })).toBe('302 /become-a-mentor')
  expect(meet(requireMentor, { path: '/desk/hours' })).toBe('302 /sign-in?next=%2Fdesk%2Fhours')
})

describe('requireAdmin', () => {
  it('lets only admins in', () => {
    expect(meet(requireAdmin, { role: 'admin' })).toBe('admin')
    expect(meet(requireAdmin, { role: 'member' })).toBe('403')
    expect(meet(requireAdmin, { role: 'mentor', secondFactor: true, mode: 'live' })).toBe('403')
    expect(meet(requireAdmin, { path: '/admin-dashboard' })).toBe('302 /AdminLogin?next=%2Fadmin-dashboard')
  })

  it('leads to the English page, by whichever scheme the reader has come', () => {
    expect(meet(requireAdmin, { role: 'admin', path: '/es/admin-dashboard' })).toBe(
      '302 //landfall.test/admin-dashboard',
    )
  })

  it('demands a second step on a live site', () => {
    expect(meet(requireAdmin, { role: 'admin', mode: 'live', path: '/mentor/1' })).toBe(
      '302 /account/second-step?required&next=%2Fmentor%2F1',
    )
    expect(meet(requireAdmin, { role: 'admin', mode: 'live', secondFactor: true })).toBe('admin')
  })
})

describe('ownPath', () => {
  it('keeps a path on this site', () => {
    for (const own of ['/', '/account', '/mentors?q=a%20b&speaks=hi#list', '/sign-in?next=//x']) {
      expect(ownPath(own)).toBe(own)
    }
  })

  it('leaves out the language, which the router puts before it again', () => {
    for (const [path, own] of [
      ['/es/account?saved', '/account?saved'],
      ['/zh-hans', '/'],
      ['/es//evil.example', '/'],
      ['/es/\\\\evil.example', '/'],
    ] as const)
      expect(ownPath(path), path).toBe(own)
  })

  it('gives the home page for anything that leads elsewhere, or could', () => {
    expect(ownPath(null)).toBe('/')
    expect(ownPath(`/${'a'.repeat(500)}`)).toBe('/')
    for (const each of ELSEWHERE) {
      expect(ownPath(each), each).toBe('/')
      expect(staysOn('https://landfall.test', ownPath(each))).toBe(true)
    }
  })
})
