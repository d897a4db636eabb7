import { it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { DAY_MS } from '#domain/time/wall-time'
import { createDirectory } from '#server/search/engine/directory'
import { numbersInRotation } from '#server/search/engine/turn'
import { listings, NOW } from '../../../tests/support/mentors/made-listings.ts'
import { indexListing } from '../../../tests/support/mentors/index-listing.ts'

describe('numbersInRotation', () => {
  it.prop([listings(60)])('brings every listed mentor round, and no unlisted one', (all) => {
    const directory = createDirectory()
    for (const listing of all) indexListing(directory, listing)
    for (const listing of all.filter(({ number }) => number % 3 === 0))
      indexListing(directory, { ...listing, listed: false })
    const shown = Array.from({ length: 15 }, (_, day) =>
      numbersInRotation(directory, 4, new Date(NOW.getTime() + day * DAY_MS)),
    )
    const listed = all.filter(({ number }) => number % 3 !== 0).map(({ number }) => number)
    expect([...new Set(shown.flat())].toSorted((a, b) => a - b)).toEqual(listed.toSorted((a, b) => a - b))
  })
})
