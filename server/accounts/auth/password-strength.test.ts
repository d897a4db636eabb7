import { describe, expect, it } from 'vitest'
import { judgePassword } from '#server/accounts/auth/password-strength'

const OWN = ['Wilhelmina Featherstone', 'minna.feather@example.com', 'Landfall']
const judge = (password: string, own = OWN) => judgePassword(password, own)

describe('a password', () => {
  it.each([
    'lantern orbit cactus 47',
    'correct-staple-umbrella',
    'zwölf Boxkämpfer jagen',
    '狐狸跳过了一条懒惰的老狗身上',
    'wilhelmina paints blue volcanoes',
  ])('is accepted: %s', async (password) => {
    expect(await judge(password)).toBeNull()
    expect(await judge(password, ['', '', 'Landfall'])).toBeNull()
  })

  it.each([
    'password1234',
    'asdfghjkl;123',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'ｐａｓｓｗｏｒｄ１２３４', // Full width, which is hashed as the plain letters.
    'trustno1trustno1',
  ])('is refused if it is common: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it.each([
    'correct horse battery staple',
    'CorrectHorseBatteryStaple1',
    'The quick brown fox jumps over the lazy dog',
    'open sesame open sesame',
  ])('is refused if it is a well-known phrase: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it.each(['Summer2026!!', '!!Spring-2027', '$umm3r_2026_!!', 'Liverpool2026!', 'Photosynthesis1!'])(
    'is refused if it is one word with a year, digits or signs: %s',
    async (password) => {
      expect(await judge(password)).toContain('easy to guess')
    },
  )

  it.each([
    'wilhelmina featherstone',
    'Wilhelmina1984',
    'minna.feather@example.com',
    'landfall landfall',
    'Landfall-2026!',
  ])('is refused if it is made of the person’s or the site’s own words: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it('has 12 to 128 characters, as people count them', async () => {
    const eleven = 'kx7 vq9 bn2'
    expect(await judge(eleven)).toContain('at least 12 characters')
    expect(await judge(`${eleven}w`)).toBeNull()
    expect(await judge('é'.normalize('NFD').repeat(11))).toContain('at least 12 characters')
    const long = 'lantern orbit cactus velvet anchor pigeon 47 '.repeat(3).slice(0, 128)
    expect(await judge(long)).toBeNull()
    expect(await judge(`${long}x`)).toBe('Use at most 128 characters')
    expect(await judge('🦊🌵🚀🎻'.repeat(32).slice(0, 256))).not.toBe('Use at most 128 characters')
    expect(await judge('x'.repeat(200_000))).toBe('Use at most 128 characters')
    expect(await judge('a'.repeat(128))).toContain('easy to guess')
  })
})
