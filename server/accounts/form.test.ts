import { describe, expect, it } from 'vitest'
import { readAdminSignIn, readCode, readNewPassword, readReset, readSignIn, readSignUp } from '#server/accounts/form'
import { toFormData } from '../../tests/support/http/form-data.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'Analytical engine, 1843' }

describe('a password', () => {
  it('is read as it was typed', () => {
    const password = '  two  spaces and e\u0301  '
    for (const read of [readSignIn, readSignUp, readNewPassword, readAdminSignIn]) {
      expect(read(toFormData({ ...ada, password }))).toMatchObject({ ok: true, value: { password } })
    }
  })

  it('has at most 128 characters, counted as people do', () => {
    for (const read of [readSignIn, readSignUp, readNewPassword]) {
      expect(read(toFormData({ ...ada, password: '🧭'.repeat(128) })).ok).toBe(true)
      const refused = read(toFormData({ ...ada, password: '🧭'.repeat(129) }))
      expect(refused).toEqual({ ok: false, error: { password: 'Use a password of at most 128 characters' } })
    }
  })
})

describe('signing up', () => {
  it('reads a name, an address and a password, and nothing else that is sent along', () => {
    const form = toFormData({ ...ada, role: 'admin', emailVerified: 'true', constructor: 'x' })
    form.set('__proto__', '{"role":"admin"}')
    expect(readSignUp(form)).toEqual({ ok: true, value: ada })
  })

  it('has a message for each field that is empty', () => {
    const refused = readSignUp(toFormData({ name: ' ', email: '', password: '' }))
    expect(refused).toEqual({
      ok: false,
      error: { name: 'Enter your name', email: 'Enter your email address', password: 'Choose a password' },
    })
  })

  it('takes a name of 120 characters in one line and without a web address, since others read it in emails', () => {
    const refused = readSignUp(toFormData({ ...ada, name: 'See www.evil.example' }))
    expect(refused).toEqual({ ok: false, error: { name: 'Enter a name without a web address' } })
    expect(readSignUp(toFormData({ ...ada, name: 'A'.repeat(120) })).ok).toBe(true)
    expect(readSignUp(toFormData({ ...ada, name: 'A'.repeat(121) })).ok).toBe(false)
    const twoLines = toFormData({ ...ada, name: 'Ada\r\nBcc: x@example.com' })
    expect(readSignUp(twoLines)).toMatchObject({ value: { name: 'Ada Bcc: x@example.com' } })
  })
})

describe('signing in', () => {
  const missing = { ok: false, error: { email: 'Enter your email address', password: 'Enter your password' } }

  it.each([readSignIn, readAdminSignIn])('has a message for each field that is empty', (read) => {
    expect(read(toFormData({ email: ' ', password: '' }))).toEqual(missing)
  })

  it('requires an address, but the admins’ page accepts what is none, so that it is refused like an unknown one', () => {
    expect(readSignIn(toFormData({ ...ada, email: 'ada' })).ok).toBe(false)
    expect(readReset(toFormData({ email: 'ada@nowhere' })).ok).toBe(false)
    for (const email of ['admin', 'a\u0000@example.com', `${'a'.repeat(300)}@example.com`])
      expect(readAdminSignIn(toFormData({ email, password: 'x' }))).toEqual({
        ok: true,
        value: { email: '', password: 'x' },
      })
  })
})

it('a code is required, and can have spaces around it', () => {
  expect(readCode(toFormData({ code: ' ' }))).toEqual({ ok: false, error: { code: 'Enter the code' } })
  expect(readCode(toFormData({ code: ' 123 456 ' }))).toEqual({ ok: true, value: { code: '123 456' } })
})
