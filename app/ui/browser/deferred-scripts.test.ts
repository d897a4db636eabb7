import { expect, it } from 'vitest'
import { afterFirstPaint } from './deferred-scripts.tsx'

const ROUTER = `import "/assets/manifest.js";
import * as route0 from "/assets/frame.js";
import * as route1 from "/assets/home.js";
  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.js");`

it('imports nothing before the first paint', () => {
  const text = afterFirstPaint(ROUTER, ['/assets/frame.js'])
  expect(text).not.toMatch(/^import [*"]/m)
  const [waits, asks] = [text.indexOf('requestAnimationFrame'), text.indexOf('import(')]
  expect(waits).toBeGreaterThan(-1)
  expect(asks).toBeGreaterThan(waits)
})

it('keeps the names of modules and the order of what follows the imports', () => {
  const text = afterFirstPaint(ROUTER, [])
  expect(text).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest.js"), import("/assets/frame.js"), import("/assets/home.js")]);',
  )
  expect(text).toMatch(/Promise\.all[\s\S]*__reactRouterRouteModules[\s\S]*import\("\/assets\/entry\.js"\);$/)
})

it('returns a text without static imports unchanged', () => {
  expect(afterFirstPaint(' ', [])).toBe(' ')
})
