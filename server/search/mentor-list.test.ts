/** The loader of `/mentors` on real SQL, without a browser. */
import { describe, expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { readMentorList, type Fixed } from '../../app/views/mentors/mentor-list.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const read = (address = '', { zone, fixed }: { zone?: string; fixed?: Fixed } = {}) => {
  const headers = zone ? { cookie: `theme=night; zone=${encodeURIComponent(zone)}` } : {}
  return readMentorList(test.app, new Request(`${ORIGIN}/mentors${address}`, { headers }), fixed)
}

type Own = { moves?: string[]; languages?: string[]; topics?: string[]; experience?: number }

/** `moves`: crossings, such as 'IN-GB', in their order. */
async function add(name: string, { moves = [], topics = [], ...own }: Own, more: Parameters<typeof addMentor>[1] = {}) {
  const { id } = await addMentor(test, { name, slug: name.toLowerCase().replaceAll(' ', '-'), ...more })
  if (Object.keys(own).length > 0) await test.db.updateTable('mentors').set(own).where('id', '=', id).execute()
  for (const [position, crossing] of moves.entries()) {
    const [fromCountry = '', toCountry = ''] = crossing.split('-')
    const ends = { fromCity: `City of ${fromCountry}`, fromCountry, toCity: `City of ${toCountry}`, toCountry }
    await test.db
      .insertInto('moves')
      .values({ mentorId: id, position, ...ends, purpose: 'work', year: 2020 })
      .execute()
  }
  for (const topic of topics) await test.db.insertInto('mentorTopics').values({ mentorId: id, topic }).execute()
}

async function addThree() {
  await add('Ananya Rao', { moves: ['IN-GB'], languages: ['en', 'hi'], topics: ['work-visa', 'first-weeks'] })
  await add('Tunde Adeyemi', { moves: ['NG-DE', 'DE-GB'], languages: ['en', 'yo'], experience: 2 })
  await add('Linh Nguyen', { moves: ['VN-NL'], languages: ['vi'], topics: ['student-visa'] })
}

const findChoices = ({ facets }: Awaited<ReturnType<typeof read>>, filter: string) =>
  facets.find((facet) => facet.filter === filter)?.choices

const names = ({ mentors }: Awaited<ReturnType<typeof read>>) => mentors.map(({ name }) => name)

describe('a mentor in the list', () => {
  it('is “Free” without a price, and without a session can neither be booked nor has a free hour', async () => {
    await add('Free Mentor', {}, { price: 0 })
    await add('No Sessions', {}, { sessions: [] })
    const [free, none] = (await read('?order=price')).mentors
    expect([free!.name, free!.price.amount, free!.bookable]).toEqual(['Free Mentor', 'Free', true])
    expect([none!.name, none!.price.amount, none!.bookable, none!.free]).toEqual(['No Sessions', '£45', false, null])
  })
})

describe('the filters', () => {
  it('are drawn with all their choices where the form asks for that, and say so in no other address', async () => {
    await addThree()
    const list = await read('?open=origin&origin=VN')
    expect(list.facets.filter(({ isOpen }) => isOpen).map(({ filter }) => filter)).toEqual(['origin'])
    expect(list.chips.map(({ to }) => to).join()).not.toContain('open')
  })

  it('name every choice and count it among the mentors that match the other filters', async () => {
    await addThree()
    const list = await read('?destination=GB')
    expect(findChoices(list, 'destination')).toEqual([
      ['GB', 'United Kingdom', 2],
      ['DE', 'Germany', 1],
      ['NL', 'Netherlands', 1],
    ])
    expect(findChoices(list, 'language')).toEqual([
      ['en', 'English', 2],
      ['hi', 'Hindi', 1],
      ['vi', 'Vietnamese', 0],
      ['yo', 'Yoruba', 1],
    ])
    expect(list.steps.experience).toEqual([
      [1, 2],
      [3, 1],
      [5, 1],
      [7, 0],
    ])
  })

  it('show topics under the headings of their groups, in the order of the groups', async () => {
    await addThree()
    const topic = (await read()).facets.find((facet) => facet.filter === 'topic')
    expect(topic?.groups).toEqual([
      [
        'Visas and permits',
        [
          ['student-visa', 'Student visa', 1],
          ['work-visa', 'Work visa or permit', 1],
        ],
      ],
      ['Housing and settling in', [['first-weeks', 'The first weeks', 1]]],
    ])
  })

  it('list a chosen value even if no mentor has it, so that it can be removed', async () => {
    await addThree()
    const list = await read('?destination=PT&moving_from=BR')
    expect(findChoices(list, 'destination')).toContainEqual(['PT', 'Portugal', 0])
    expect(findChoices(list, 'origin')).toContainEqual(['BR', 'Brazil', 0])
    expect(list.total).toBe(0)
  })

  it('are listed while in use, each with the URL that removes it', async () => {
    await addThree()
    const all = 'q=rao&experience=1&destination=GB&destination=DE&origin=IN&price_min=10&free=14&order=price'
    const list = await read(`?${all}`)
    const chip = (label: string, own: string) => ({ label, to: `/mentors?${all.replace(own, '')}` })
    expect(list.chips).toEqual([
      chip('United Kingdom', '&destination=GB'),
      chip('Germany', '&destination=DE'),
      chip('From India', '&origin=IN'),
      chip('1+ year', '&experience=1'),
      chip('From £10', '&price_min=10'),
      chip('Free within 14 days', '&free=14'),
    ])
    expect(list.clear).toBe('/mentors?order=price')
    expect((await read('?order=price&moving_to=GB')).clear).toBeNull()
  })

  it.each([
    ['price_max=0', 'Free'],
    ['price_min=20&price_max=50', '£20 to £50'],
    ['price_min=0', 'Any price'],
  ])('say in words which prices %s leaves', async (query, label) => {
    await addThree()
    expect((await read(`?${query}`)).chips).toEqual([{ label, to: '/mentors' }])
  })
})

describe('a list in another language than English', () => {
  it('has the filter for a mentor’s language first, and says on cards who speaks the reader’s', async () => {
    await addThree()
    const list = await inLanguage('hi', () => read())
    expect(list.facets.map(({ filter }) => filter).slice(0, 2)).toEqual(['language', 'destination'])
    expect(Object.fromEntries(list.mentors.map(({ name, reasons }) => [name, reasons]))).toEqual({
      'Ananya Rao': ['भाषा: हिन्दी'],
      'Tunde Adeyemi': [],
      'Linh Nguyen': [],
    })
    expect((await read()).mentors.flatMap(({ reasons }) => reasons)).toEqual([])
  })

  it('says in it what search and filters are about, and keeps addresses and what mentors wrote', async () => {
    await addThree()
    const list = await inLanguage('es', () => read('?q=Reino+Unido&topic=work-visa&location=Kolkata%2C+India'))
    expect(list.chips).toEqual([
      { label: 'Visa o permiso de trabajo', to: '/mentors?q=Reino+Unido&location=Kolkata%2C+India' },
      { label: 'Calcuta, India', to: '/mentors?q=Reino+Unido&topic=work-visa' },
    ])
    expect(findChoices(list, 'destination')?.[0]).toEqual(['GB', 'Reino Unido', 1])
    expect(list.mentors).toMatchObject([{ name: 'Ananya Rao', role: 'Analyst', langAttributes: { lang: 'en' } }])
    expect((await inLanguage('ar', () => read())).mentors[0]?.langAttributes).toEqual({ lang: 'en', dir: 'auto' })
    expect((await read()).mentors[0]).not.toHaveProperty('langAttributes')
  })
})

describe('a page about one destination', () => {
  const fixed: Fixed = { choices: { destination: ['GB'] }, path: '/mentors/in/united-kingdom' }

  it('shows the mentors who moved there, whatever its query says, and stays on its path', async () => {
    await addThree()
    expect(names(await read('', { fixed })).toSorted()).toEqual(['Ananya Rao', 'Tunde Adeyemi'])
    expect(names(await read('?language=yo', { fixed }))).toEqual(['Tunde Adeyemi'])
    const list = await read('?destination=NL&language=vi', { fixed })
    expect(findChoices(list, 'destination')).toBeUndefined()
    expect(list.chips).toEqual([{ label: 'Vietnamese', to: '/mentors/in/united-kingdom' }])
    expect(list.nothing?.drops).toEqual([{ label: '“Vietnamese”', to: '/mentors/in/united-kingdom', count: 2 }])
  })

  it('has neither country as a filter if it is about a crossing', async () => {
    await addThree()
    const crossing: Fixed = { choices: { crossing: ['IN-GB'] }, path: '/mentors/from/india/to/united-kingdom' }
    const list = await read('', { fixed: crossing })
    expect(names(list)).toEqual(['Ananya Rao'])
    expect(list.facets.map(({ filter }) => filter)).toEqual(['language', 'topic', 'location', 'minutes'])
  })
})

describe('the pages of a long list', () => {
  it('link forward and back', async () => {
    for (let n = 0; n < 25; n += 1) await addMentor(test, { name: `Mentor ${n}`, slug: `mentor-${n}` })
    const first = await read('?order=newest')
    expect([first.previous, first.total, first.mentors.length]).toEqual([null, 25, 24])
    expect(first.next).toMatch(/^\/mentors\?order=newest&after=/)
    const last = await read(first.next!.slice('/mentors'.length))
    expect([last.next, last.mentors.length]).toEqual([null, 1])
    expect(names(await read(last.previous!.slice('/mentors'.length)))).toEqual(names(first))
  })
})

describe('the next free hour', () => {
  it('is shown in the visitor’s zone, with the mentor’s beside it unless both have the same time', async () => {
    await add('Ananya Rao', {})
    const { mentors } = await read('', { zone: 'Asia/Colombo' })
    expect(mentors[0]?.free).toMatchObject({ words: 'today 15:30', other: '' })
    const list = await read('', { zone: 'Europe/London' })
    expect(list.place).toBe('London')
    expect(list.mentors[0]?.free).toEqual({
      at: '2030-01-07T10:00:00.000Z',
      words: 'today 10:00',
      other: '15:30 in Kolkata',
    })
  })

  it('is shown in the mentor’s zone, and says so, if the visitor’s zone is unknown or invalid', async () => {
    await add('Ananya Rao', {})
    for (const zone of [undefined, 'Nowhere/Atlantis']) {
      const list = await read('', zone ? { zone } : {})
      expect(list.place).toBeNull()
      expect(list.mentors[0]?.free).toMatchObject({ words: 'today 15:30', other: 'in Kolkata' })
    }
  })
})

describe('a visitor’s own move', () => {
  it('groups the mentors by what they share with it, and shows the crossing that fits', async () => {
    await addThree()
    await add('Full Mentor', { moves: ['IN-GB'] }, { sessions: [] })
    const list = await read('?moving_from=IN&moving_to=GB&speaks=hi')
    expect(list.found).toEqual({ most: '2 made your crossing', middle: '1 more landed in the UK', rest: '1 other' })
    expect(list.groups.map(({ title, mentors }) => [title, ...mentors.map(({ name }) => name)])).toEqual([
      ['Made your crossing', 'Ananya Rao'],
      ['Landed in the United Kingdom', 'Tunde Adeyemi'],
      ['Others', 'Linh Nguyen'],
      ['No free times in the next 30 days', 'Full Mentor'], // Last in any order.
    ])
    expect(list.mentors[1]?.leg).toEqual({ from: 'City of DE', to: 'City of GB' })
    // The heading says the first reason, but the last one's; and three of four are free within a week.
    const reasons = [['Speaks Hindi'], [], [], ['Moved from India to the UK, like you']]
    expect(list.mentors.map((mentor) => mentor.reasons)).toEqual(reasons)
  })

  it('gives each row its reasons where another order leaves no groups, and none without a move', async () => {
    await addThree()
    const reasonsIn = async (query: string) => {
      const { found, groups, mentors } = await read(query)
      expect([found, groups.map(({ title }) => title)]).toEqual([{ most: '3 mentors' }, ['']])
      return Object.fromEntries(mentors.map(({ name, reasons }) => [name, reasons[0]]))
    }
    expect(await reasonsIn('?moving_from=IN&moving_to=GB&order=experience')).toMatchObject({
      'Ananya Rao': 'Moved from India to the UK, like you',
      'Tunde Adeyemi': 'Also moved to the UK',
    })
    expect(Object.values(await reasonsIn('?order=experience'))).toEqual([undefined, undefined, undefined])
  })

  it('says so for a crossing without mentors, and groups by one end where only one is named', async () => {
    await addThree()
    expect((await read('?moving_from=VN&moving_to=GB')).found).toEqual({
      most: 'No mentors made your move yet',
      middle: '2 landed in the UK',
      rest: '1 other',
    })
    expect((await read('?moving_to=NL')).groups[0]?.title).toBe('Landed in the Netherlands')
    expect((await read('?moving_from=NG')).found).toEqual({ most: '1 moved from Nigeria', rest: '2 others' })
  })
})

describe('a list without results', () => {
  it('suggests changes that give as many mentors as they say', async () => {
    await addThree()
    const list = await read('?q=adeyemi&destination=NL&experience=1')
    expect(list.nothing?.drops.map(({ label, count }) => [label, count])).toEqual([
      ['“adeyemi”', 1],
      ['“Netherlands”', 1],
    ])
    for (const { to, count } of list.nothing!.drops) expect((await read(to.slice('/mentors'.length))).total).toBe(count)
  })

  it('names the nearest crossings, with links to their pages, unless there are no mentors at all', async () => {
    const none = await read('?experience=3')
    expect(none).toMatchObject({ total: 0, prices: null, nothing: { drops: [], crossings: [] } })
    await addThree()
    const list = await read('?origin=IN&destination=DE')
    expect(list.nothing?.crossings).toEqual([
      { from: 'India', to: 'United Kingdom', count: 1, path: '/mentors/from/india/to/united-kingdom' },
      { from: 'Nigeria', to: 'Germany', count: 1, path: '/mentors/from/nigeria/to/germany' },
    ])
  })
})

describe('a form sent without scripts', () => {
  it('redirects to the URL without its empty fields', async () => {
    const sent = '?q=&order=best&destination=&language=hi&language=en&free=&price_min=10'
    const answer = await read(sent).catch((thrown: unknown) => thrown)
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toBe('/mentors?language=hi&language=en&price_min=10')
  })
})

describe('a manipulated URL', () => {
  it.each([
    [
      'names what there is not',
      '?destination=%00&language=xx&topic=%27%3B--&experience=4&price_min=-1&order=drop&minutes=1e9',
    ],
    ['has a cursor of its own', '?after=%7B%7D&before=W10'],
  ])('that %s gives a normal page', async (_, address) => {
    await addThree()
    const list = await read(address, { zone: '../../etc' })
    expect(list.mentors.length).toBe(list.total)
    expect(list.previous).toBeNull()
  })
})
