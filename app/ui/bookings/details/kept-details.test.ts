import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Module from './kept-details.ts'
import { NO_DETAILS } from './mentee-details.ts'

const priya = {
  name: 'Priya',
  email: 'priya@example.com',
  phone: '+91 98200 00000',
  topic: 'Sponsorship',
  terms: true,
}

let kept: typeof Module
let stored: Map<string, string>

/** A tab's storage, and the module as a page loads it anew. */
async function loadPage(): Promise<void> {
  vi.resetModules()
  kept = await import('./kept-details.ts')
}

beforeEach(async () => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  await loadPage()
})
afterEach(() => vi.unstubAllGlobals())

describe('readKeptDetails', () => {
  it('returns what was typed on the page before, and never the accepted terms', async () => {
    kept.keepDetails('ananya-rao', null, priya)
    await loadPage()
    expect(kept.readKeptDetails('ananya-rao', null)).toEqual({ ...priya, terms: false })
  })

  it('returns name, email and phone with every mentor, and the topic with its mentor only', () => {
    kept.keepDetails('ananya-rao', null, priya)
    expect(kept.readKeptDetails('noor-haddad', null)).toEqual({ ...priya, topic: '', terms: false })
    kept.keepDetails('noor-haddad', null, { ...priya, topic: 'Flats' })
    expect(kept.readKeptDetails('ananya-rao', null)?.topic).toBe('Sponsorship')
    expect(kept.readKeptDetails('noor-haddad', null)?.topic).toBe('Flats')
  })

  it('lets a visitor who signs in keep what they typed', () => {
    kept.keepDetails('ananya-rao', null, priya)
    expect(kept.readKeptDetails('ananya-rao', 'priya')?.name).toBe('Priya')
  })

  it('deletes what a member typed after sign-out or another sign-in', () => {
    for (const reader of [null, 'ravi']) {
      kept.keepDetails('ananya-rao', 'priya', priya)
      expect(kept.readKeptDetails('ananya-rao', reader)).toBeNull()
      expect(stored.size).toBe(0)
    }
  })

  it('takes a storage that holds something else for an empty one', () => {
    for (const text of ['{', '7', '"text"', '{"reader":null,"topics":3,"name":{}}', '[]']) {
      stored.set('typed-booking', text)
      expect(kept.readKeptDetails('ananya-rao', null) ?? NO_DETAILS).toEqual(NO_DETAILS)
    }
  })

  it('works in a browser whose storage is blocked, as long as the page lives', () => {
    const blocked = () => {
      throw new DOMException('Denied', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    kept.keepDetails('ananya-rao', null, priya)
    expect(kept.readKeptDetails('ananya-rao', null)?.topic).toBe('Sponsorship')
    expect(kept.isForgotten()).toBe(false)
    kept.forgetDetails()
    expect(kept.readKeptDetails('ananya-rao', null)).toBeNull()
  })
})

it('keepDetails keeps nothing once everything is empty', () => {
  kept.keepDetails('ananya-rao', null, priya)
  kept.keepDetails('ananya-rao', null, NO_DETAILS)
  expect(stored.size).toBe(0)
})

it('isForgotten is true once another page of the tab has deleted what this one kept', () => {
  expect(kept.isForgotten()).toBe(false)
  kept.keepDetails('ananya-rao', null, priya)
  expect(kept.isForgotten()).toBe(false)
  stored.clear()
  expect(kept.isForgotten()).toBe(true)
})
