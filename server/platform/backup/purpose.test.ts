import { expect, it } from 'vitest'
import { problemOfPurpose } from '#server/platform/backup/purpose'

it.each([
  ['demo', 'demo', null],
  ['live', 'rehearsal', null],
  ['live', 'demo', /of a live site, and LANDFALL_MODE is demo/],
  ['demo', 'live', /of a demo site, and LANDFALL_MODE is live/],
  ['rehearsal', 'live', /of a rehearsal site, and LANDFALL_MODE is live/],
  ['demo', 'rehearsal', /of a demo site, and LANDFALL_MODE is rehearsal/],
  ['live', 'live', /write --as-live/],
] as const)('a backup of a %s site restored as %s: %s', (from, to, problem) => {
  const found = problemOfPurpose(from, to, { asLive: false })
  if (problem === null) expect(found).toBeNull()
  else expect(found).toMatch(problem)
})

it('replaces a live site when that is requested', () => {
  expect(problemOfPurpose('live', 'live', { asLive: true })).toBeNull()
  expect(problemOfPurpose('demo', 'live', { asLive: true })).toMatch('LANDFALL_MODE is live')
})
