import { expect, it } from 'vitest'
import { isolateParameters } from './isolate-parameters.ts'
import { compileCatalog } from './messages.ts'

const compile = (message: string) =>
  compileCatalog('test', { text: message }, isolateParameters)[0]!
    .code.replaceAll('\u2068', '⟨')
    .replaceAll('\u2069', '⟩')

it.each([
  ['a name beside other words', 'جلسة مع {name}، {time}', '`جلسة مع ⟨${i.name}⟩، ⟨${i.time}⟩`'],
  [
    'a form of a choice',
    '{n, plural, other {# مع {name}}}',
    '`${selectPlural(i.n,{other:`${formatNumber(i.n)} مع ⟨${i.name}⟩`})}`',
  ],
  [
    'what is all of a message, which has a letter of its own then',
    '{list}، {item}',
    '`\u200f⟨${i.list}⟩، ⟨${i.item}⟩`',
  ],
  ['what stands between tags', '<b>{name}</b> في {place}', '[i.b(`${i.name}`),` في ⟨${i.place}⟩`]'],
])('isolates %s', (_what, message, code) => {
  expect(compile(message)).toBe(code)
})

it.each([
  ['the only content of a message', '{name}'],
  ['what people copy', 'إلى {email}'],
  ['the parts of a date', '{weekday} {day} {month}'],
  ['the amount at a sign', '−{price}'],
  ['the ends of a range, which is read from its first one', 'مشغول {from}–{to}'],
])('leaves %s as it is', (_what, message) => {
  expect(compile(message)).not.toContain('⟨')
})
