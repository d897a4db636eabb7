import { expect, it } from 'vitest'
import { completeLast } from './completing-field.tsx'

const LANGUAGES = ['German', 'Georgian', 'Turkish', 'Greek']

it.each([
  ['ge', ['German', 'Georgian']],
  ['Turkish, g', ['Turkish, German', 'Turkish, Georgian', 'Turkish, Greek']],
  ['German,ge', ['German, Georgian']],
  ['turkish, german, ', []],
  ['', []],
  ['klingon', []],
])('names separated by commas are completed at the last of them, by none that is there: %j', (typed, found) => {
  expect(completeLast(LANGUAGES, typed)).toEqual(found)
})
