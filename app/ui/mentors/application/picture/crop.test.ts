import { describe, expect, it } from 'vitest'
import { centred, movedCrop, zoomedCrop } from './crop.ts'

const size = { width: 400, height: 300 }

describe('the part of a picture that is shown', () => {
  it('is at first the largest square in the middle', () => {
    expect(centred(size)).toEqual({ x: 50, y: 0, side: 300 })
    expect(centred({ width: 300, height: 400 })).toEqual({ x: 0, y: 50, side: 300 })
  })

  it('moves as far as the picture goes', () => {
    expect(movedCrop({ x: 50, y: 50, side: 100 }, size, 0.5, -0.1)).toEqual({ x: 100, y: 40, side: 100 })
    expect(movedCrop({ x: 50, y: 50, side: 100 }, size, 9, 9)).toEqual({ x: 300, y: 200, side: 100 })
    expect(movedCrop({ x: 50, y: 50, side: 100 }, size, -9, -9)).toEqual({ x: 0, y: 0, side: 100 })
  })

  it('is zoomed around its middle, between the smallest picture we take and the largest square', () => {
    expect(zoomedCrop({ x: 50, y: 0, side: 300 }, size, 2)).toEqual({ x: 125, y: 75, side: 150 })
    expect(zoomedCrop({ x: 125, y: 75, side: 150 }, size, 0.5)).toEqual({ x: 50, y: 0, side: 300 })
    expect(zoomedCrop({ x: 0, y: 0, side: 100 }, size, 0.5)).toEqual({ x: 0, y: 0, side: 200 })
    expect(zoomedCrop({ x: 50, y: 0, side: 300 }, size, 100).side).toBe(96)
    expect(zoomedCrop({ x: 50, y: 0, side: 300 }, size, 0.01).side).toBe(300)
    expect(zoomedCrop({ x: 0, y: 0, side: 50 }, { width: 50, height: 80 }, 2).side).toBe(50)
  })
})
