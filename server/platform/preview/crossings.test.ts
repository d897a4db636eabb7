import { describe, expect, it } from 'vitest'
import { drawCrossings, type SheetCrossing } from './crossings.ts'

const view = {
  project: ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
    x: (longitude + 46) * 7.2,
    y: (73 - latitude) * 7.2,
  }),
  width: 1200,
  height: 528,
  words: { x: 72, y: 262, width: 800, height: 214 },
}
const dublin = { city: 'Dublin', longitude: -6.3, latitude: 53.3 }
const delhi = { city: 'Delhi', longitude: 77.2, latitude: 28.6 }
const lagos = { city: 'Lagos', longitude: 3.4, latitude: 6.5 } // Under the words.
const perth = { city: 'Perth', longitude: 115.9, latitude: -31.9 }
const crossing = (from: SheetCrossing['from'], to: SheetCrossing['to']) => ({ from, to })
const routesIn = (drawn: string) => [...drawn.matchAll(/M[\d.-]+ /g)].length

describe('the crossings on the preview picture of the site', () => {
  it('are those that mentors made, with the names of both cities', async () => {
    const drawn = await drawCrossings(view, [crossing(delhi, dublin)])
    expect(routesIn(drawn)).toBe(1)
    expect(drawn).toContain('>Delhi</text>')
    expect(drawn).toContain('>Dublin</text>')
  })

  it('end in sight: neither off the sheet, nor under the words, nor nowhere', async () => {
    const nowhere = { city: 'Atlantis', longitude: null, latitude: null }
    const drawn = await drawCrossings(view, [
      crossing(lagos, dublin),
      crossing(delhi, perth),
      crossing(nowhere, dublin),
      crossing(dublin, dublin),
    ])
    expect(routesIn(drawn)).toBe(0)
    expect(drawn).not.toContain('<text')
  })

  it('are not more than the sheet bears, and write what people typed as text', async () => {
    const odd = { ...dublin, city: '<b>&' }
    const drawn = await drawCrossings(
      view,
      Array.from({ length: 30 }, () => crossing(delhi, odd)),
    )
    expect(routesIn(drawn)).toBe(8)
    expect(drawn).toContain('&lt;b&gt;&amp;')
  })
})
