import { describe, expect, it } from 'vitest'
import { declaredCookies, publicPage } from '#server/platform/http/public-pages'

describe('declaredCookies', () => {
  const declared = (path: string, own: string, cookies: Record<string, string>) =>
    declaredCookies(publicPage(path)!, own, (name) => cookies[name] ?? null)

  it.each([
    [{}, ''],
    [{ zone: 'Europe/Berlin' }, ''],
    [{ zone: 'Asia/Kolkata' }, 'currency=INR'],
    [{ zone: 'Asia/Kolkata', currency: 'EUR' }, ''],
    [{ zone: 'Europe/Berlin', currency: 'GBP' }, 'currency=GBP'],
    [{ currency: 'KES' }, ''],
  ])('has the currency of %j where it is not the site’s own, euros: “%s”', (cookies, header) => {
    expect(declared('/', 'EUR', cookies)).toBe(header)
  })

  it('has the site’s own where the zone of the page says another', () => {
    const cookies = { zone: 'Asia/Kolkata', currency: 'KES' }
    expect(declared('/mentors', 'KES', cookies)).toBe('zone=Asia%2FKolkata; currency=KES')
    expect(declared('/', 'KES', cookies)).toBe('')
  })
})
