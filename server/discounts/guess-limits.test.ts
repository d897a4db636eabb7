import { describe, expect, it } from 'vitest'
import { addCode } from '../../tests/support/discounts/codes.ts'
import { holdWithCode } from '../../tests/support/discounts/held-codes.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

describe('a browser that guesses codes', () => {
  it('is refused after ten wrong ones for an hour, also with a right one, and others are not', async () => {
    const mentor = await addMentor(test)
    await addCode(test, { code: 'RIGHT', percent: 20 })
    const enter = async (code: string, browser = 'guesser') => {
      const held = await holdWithCode(test, mentor, { code, browser })
      return held.ok ? 'held' : held.error.code === 'code_not_valid' ? held.error.reason : held.error.code
    }
    for (let n = 0; n < 10; n += 1) expect(await enter(`WRONG${n}`)).toBe('unknown')
    expect(await enter('RIGHT')).toBe('too_many')
    expect(await enter('WRONG', 'other')).toBe('unknown')
    test.clock.forward(60)
    expect(await enter('RIGHT')).toBe('held')
  })
})
