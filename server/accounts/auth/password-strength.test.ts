import { describe, expect, it } from 'vitest'
import { judgePassword } from '#server/accounts/auth/password-strength'

const OWN = ['Wilhelmina Featherstone', 'minna.feather@example.com', 'Landfall']
const judge = (password: string, own = OWN) => judgePassword(password, own)

describe('a password', () => {
  it.each([
    'lantern orbit cactus 47',
    'Tr0ub4dor&3-sardine',
    'correct-staple-umbrella',
    'zwölf Boxkämpfer jagen',
    'αλεπού πηδάει πάνω',
    '狐狸跳过了一条懒惰的老狗身上',
    'wilhelmina paints blue volcanoes',
  ])('is accepted: %s', async (password) => {
    expect(await judge(password)).toBeNull()
  })

  it.each([
    'password1234',
    'passwordpassword',
    'Password123!',
    '123456789012',
    'qwertyuiop123',
    'asdfghjkl;123',
    '1qaz2wsx3edc',
    'iloveyou1234',
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'abcabcabcabc',
    'letmeinletmein',
    'ｐａｓｓｗｏｒｄ１２３４', // Full width, which is hashed as the plain letters.
    'MyPassword123!',
    'trustno1trustno1',
    'qazwsxedcrfv1!',
    'Chelsea123456!',
  ])('is refused if it is common: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it.each([
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'Correct-Horse-Battery-Staple!',
    'CorrectHorseBatteryStaple1',
    'to be or not to be',
    'The quick brown fox jumps over the lazy dog',
    'open sesame open sesame',
    'may the force be with you',
  ])('is refused if it is a well-known phrase: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it.each([
    'Summer2026!!',
    'summer 2026!',
    'Winter2025!!!',
    '2026Autumn!!',
    '!!Spring-2027',
    '$umm3r_2026_!!',
    'January2026!!',
    'Monday-2026!!',
    'Liverpool2026!',
    'Welcome_2026!?#',
    'Jennifer#19870412',
    'Photosynthesis1!',
  ])('is refused if it is one word with a year, digits or signs: %s', async (password) => {
    expect(await judge(password)).toContain('easy to guess')
  })

  it.each([
    'wilhelmina featherstone',
    'featherstone wilhelmina',
    'Wilhelmina1984',
    'featherstone!1',
    'minna.feather@example.com',
    'feather feather',
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
  })

  it('can be long and weak', async () => {
    expect(await judge('a'.repeat(128))).toContain('easy to guess')
  })

  it('is judged without the person’s name if that is unknown', async () => {
    expect(await judge('lantern orbit cactus 47', ['', '', 'Landfall'])).toBeNull()
  })
})
