import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { losses, MODEL } from './losses.ts'

it.each(losses)('a loss still fits its file, once: $name', ({ file, from, to, test = MODEL }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(existsSync(test), test).toBe(true)
})
