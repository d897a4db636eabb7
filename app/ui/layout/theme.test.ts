import { describe, expect, it } from 'vitest'
import { findGrounds, themeCookie, themeMark, themeOfCookie } from './theme.ts'

describe('the theme', () => {
  it.each([
    [null, 'system'],
    ['', 'system'],
    ['theme=day', 'day'],
    ['zone=Asia%2FTokyo; theme=night', 'night'],
    ['theme=night; zone=Asia%2FTokyo', 'night'],
    ['theme=dusk', 'system'],
    ['mytheme=night', 'system'],
  ])('of the cookies %j is %s', (cookies, theme) => {
    expect(themeOfCookie(cookies)).toBe(theme)
  })

  it('is read back as it was remembered', () => {
    for (const theme of ['day', 'night'] as const) expect(themeOfCookie(themeCookie(theme))).toBe(theme)
  })

  it('of the system is stored as no choice', () => {
    expect(themeCookie('system')).toContain('Max-Age=0')
    expect(themeMark('system')).toBeUndefined()
  })

  it('gives the browser’s bars the ground of the page, whatever the system says', () => {
    expect(findGrounds('day').light).toBe(findGrounds('day').dark)
    expect(findGrounds('night').light).toBe(findGrounds('night').dark)
    expect(findGrounds('system').light).not.toBe(findGrounds('system').dark)
  })
})
