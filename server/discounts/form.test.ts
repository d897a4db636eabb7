import { describe, expect, it } from 'vitest'
import { MAX_BATCH } from '#domain/discounts/code-terms'
import { readBatchForm, readCodeForm, readMentorSlugs } from '#server/discounts/form'

const SESSION = '3f1f4f5e-0000-4000-8000-000000000001'
const COHORT = '3f1f4f5e-0000-4000-8000-000000000002'
const OTHER = '3f1f4f5e-0000-4000-8000-000000000003'

const CHOICES = {
  currencies: ['GBP', 'JPY'],
  zone: 'Asia/Kolkata',
  now: new Date('2030-01-07T09:00:00Z'),
  sessions: new Set([SESSION]),
  cohorts: new Set([COHORT]),
  mentorIds: null,
}

const TYPED = {
  code: 'summer-25',
  kind: 'percent',
  percent: '25',
  amount: '',
  currency: 'GBP',
  appliesTo: 'both',
  from: '',
  until: '',
  total: '',
  perPerson: '1',
  borneBy: 'operator',
}

const read = (changes: Record<string, string>, choices = CHOICES) => readCodeForm({ ...TYPED, ...changes }, choices)

/** Fields that are refused. */
function refused(changes: Record<string, string>): string[] {
  const form = read(changes)
  return form.ok ? [] : Object.keys(form.error)
}

describe('readCodeForm', () => {
  it('reads a code that is valid from now on, for everything, without an end', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        code: 'SUMMER25',
        terms: {
          terms: { percent: 25, amount: null },
          mentorIds: null,
          appliesTo: 'both',
          sessionTypeIds: null,
          cohortIds: null,
          validFrom: CHOICES.now,
          validUntil: null,
          maxRedemptions: null,
          maxPerPerson: 1,
          borneBy: 'operator',
        },
      },
    })
  })

  it('reads an amount in its currency, and leaves an empty code to be made', () => {
    expect(read({ code: ' ', kind: 'amount', percent: 'x', amount: '1500', currency: 'JPY' })).toMatchObject({
      value: { code: null, terms: { terms: { percent: null, amount: { amount: 1_500, currency: 'JPY' } } } },
    })
    expect(read({ kind: 'amount', amount: '£7.50' })).toMatchObject({
      value: { terms: { terms: { amount: { amount: 750, currency: 'GBP' } } } },
    })
  })

  it('is valid from the beginning of the first day to the end of the last, on the clock of the zone', () => {
    expect(read({ from: '2030-02-01', until: '2030-02-28' })).toMatchObject({
      value: {
        terms: { validFrom: new Date('2030-01-31T18:30:00Z'), validUntil: new Date('2030-02-28T18:30:00Z') },
      },
    })
    expect(read({ until: '2030-01-07' })).toMatchObject({ ok: true })
  })

  it('takes only sessions and cohorts that were offered, and none of a kind that the code is not for', () => {
    expect(read({ session: SESSION, cohort: COHORT })).toMatchObject({
      value: { terms: { sessionTypeIds: [SESSION], cohortIds: [COHORT] } },
    })
    expect(read({ appliesTo: 'sessions', session: SESSION, cohort: COHORT })).toMatchObject({
      value: { terms: { sessionTypeIds: [SESSION], cohortIds: null } },
    })
    expect(refused({ session: `${SESSION},${OTHER}` })).toEqual(['session'])
    expect(refused({ cohort: OTHER })).toEqual(['cohort'])
  })

  it.each([
    ['code', { code: 'abc' }],
    ['code', { code: 'ÉTÉ 2030' }],
    ['code', { code: 'A'.repeat(41) }],
    ['kind', { kind: '' }],
    ['percent', { percent: '0' }],
    ['percent', { percent: '101' }],
    ['percent', { percent: '12.5' }],
    ['amount', { kind: 'amount', amount: '0' }],
    ['amount', { kind: 'amount', amount: '-5' }],
    ['amount', { kind: 'amount', amount: '10.5', currency: 'JPY' }],
    ['currency', { kind: 'amount', amount: '10', currency: 'XTS' }],
    ['appliesTo', { appliesTo: 'all' }],
    ['from', { from: '2030-02-30' }],
    ['from', { from: 'soon' }],
    ['until', { until: '2030-01-06' }],
    ['until', { from: '2030-03-02', until: '2030-03-01' }],
    ['total', { total: '0' }],
    ['total', { total: '1000001' }],
    ['perPerson', { perPerson: '1.5' }],
    ['borneBy', { borneBy: 'buyer' }],
  ])('refuses %s: %j', (field, changes) => {
    expect(refused(changes)).toEqual([field])
  })

  it('names every field that is wrong at once', () => {
    expect(refused({ code: '!', percent: 'half', until: '1999-01-01', total: 'x' }).toSorted()).toEqual([
      'code',
      'percent',
      'total',
      'until',
    ])
  })
})

describe('readBatchForm', () => {
  const readBatch = (changes: Record<string, string>) => readBatchForm({ ...TYPED, ...changes }, CHOICES)

  it('reads how many codes, of which each can be used once whatever else is sent', () => {
    expect(readBatch({ name: ' Leeds  2030 ', count: '10000', total: '50', perPerson: '9' })).toMatchObject({
      value: { name: 'Leeds 2030', count: MAX_BATCH, terms: { maxRedemptions: 1, maxPerPerson: null } },
    })
  })

  it.each([
    ['name', { name: '', count: '5' }],
    ['name', { count: '5' }],
    ['count', { name: 'Leeds', count: '0' }],
    ['count', { name: 'Leeds', count: '10001' }],
  ])('refuses %s: %j', (field, changes) => {
    const form = readBatch(changes)
    expect(form.ok ? [] : Object.keys(form.error)).toEqual([field])
  })
})

describe('readMentorSlugs', () => {
  it('takes whole addresses and their last parts, each once', () => {
    expect(
      readMentorSlugs(
        'ada-lovelace, https://landfall.test/es/mentors/Grace-Hopper/?ref=1#about\n/mentors/ada-lovelace ;',
      ),
    ).toEqual(['ada-lovelace', 'grace-hopper'])
    expect(readMentorSlugs(' \n ')).toEqual([])
  })
})
