import { describe, expect, it } from 'vitest'
import { addressSeal } from '#server/platform/ics/sealed-address'

const ADDRESS = 'https://calendar.example/private-4d1f0c7b/basic.ics'
const seal = addressSeal('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=')
const other = addressSeal('another secret of thirty-two letters')

describe('a sealed address', () => {
  it('opens for its own calendar, under the same secret', () => {
    const sealed = seal.seal('calendar 1', ADDRESS)
    expect(seal.open('calendar 1', sealed)).toBe(ADDRESS)
    expect(seal.open('calendar 2', sealed)).toBeNull()
    expect(other.open('calendar 1', sealed)).toBeNull()
  })

  it('shows nothing of the address, and is never the same twice', () => {
    const [one, two] = [seal.seal('calendar 1', ADDRESS), seal.seal('calendar 1', ADDRESS)]
    expect(one).not.toBe(two)
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/calendar|private|basic/)
  })

  it('does not open once it was changed or cut short', () => {
    const sealed = Buffer.from(seal.seal('calendar 1', ADDRESS), 'base64url')
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(seal.open('calendar 1', changed.toString('base64url'))).toBeNull()
    }
    for (const length of [0, 27, 28, sealed.length - 1])
      expect(seal.open('calendar 1', sealed.subarray(0, length).toString('base64url'))).toBeNull()
  })

  it('is found again by a hash that only this secret makes', () => {
    expect(seal.hash(ADDRESS)).toBe(seal.hash(ADDRESS))
    expect(seal.hash(ADDRESS)).not.toBe(seal.hash(`${ADDRESS}?`))
    expect(seal.hash(ADDRESS)).not.toBe(other.hash(ADDRESS))
  })
})
