import { expect, it } from 'vitest'
import { afterDrawing } from './deferred-scripts.tsx'

const ROUTER = `import "/assets/manifest.js";
import * as route0 from "/assets/frame.js";
import * as route1 from "/assets/home.js";
  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.js");`

it('imports nothing before the page is drawn', () => {
  const text = afterDrawing(ROUTER, ['/assets/frame.js'])
  expect(text).not.toMatch(/^import [*"]/m)
  const [waits, asks] = [text.indexOf('requestAnimationFrame'), text.indexOf('import(')]
  expect(waits).toBeGreaterThan(-1)
  expect(asks).toBeGreaterThan(waits)
})

it('keeps every module under its name, and what comes after in its order', () => {
  const text = afterDrawing(ROUTER, [])
  expect(text).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest.js"), import("/assets/frame.js"), import("/assets/home.js")]);',
  )
  expect(text).toMatch(/Promise\.all[\s\S]*__reactRouterRouteModules[\s\S]*import\("\/assets\/entry\.js"\);$/)
})

it('leaves a text alone that imports otherwise', () => {
  expect(afterDrawing(' ', [])).toBe(' ')
})
