import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { CHART_FILE, drawChart } from './chart.ts'

it('the committed chart is the one that the script draws', () => {
  expect(readFileSync(CHART_FILE, 'utf8') === drawChart(), `run: node scripts/generate/chart.ts`).toBe(true)
})

it('the chart is small', () => {
  expect(gzipSync(readFileSync(CHART_FILE)).length).toBeLessThan(25 * 1024)
})
