import { describe, expect, it } from 'vitest'
import { boxesLeft, documentedProbability, historyPrice } from './boxes.ts'

describe('documentedProbability', () => {
  it.each([
    [1n, 100n, '1.00'],
    [1n, 3n, '33.33'],
    [2n, 3n, '66.67'],
    [1n, 8n, '12.50'],
    [150n, 100n, '100.00'],
    [0n, 10n, '0.00'],
  ])('[FMT-24] is %d of %d boxes without repetition', (copies, boxes, text) => {
    expect(documentedProbability(copies, { boxes, perBox: 1n, isRepetition: false })).toBe(text)
  })

  it.each([
    [10n, 10n, 3n, '70.37'],
    [1n, 100n, 1n, '1.00'],
    [5n, 10n, 2n, '43.75'],
    [30n, 10n, 3n, '100.00'],
    [0n, 10n, 3n, '0.00'],
  ])('[FMT-25] is one minus never drawing it: %d copies, %d boxes of %d', (copies, boxes, perBox, text) => {
    expect(documentedProbability(copies, { boxes, perBox, isRepetition: true })).toBe(text)
  })

  it('refuses an empty stock', () => {
    expect(() => documentedProbability(1n, { boxes: 0n, perBox: 1n, isRepetition: true })).toThrow(
      expect.objectContaining({ code: 'BAD_QUANTITY' }),
    )
  })
})

describe('historyPrice', () => {
  it.each([
    ['0.1', 3n, '0.30'],
    ['1', 10n, '10.00'],
    ['0.005', 1n, '0.01'],
    ['0.0049', 1n, '0.00'],
    ['12.345', 2n, '24.69'],
  ])('[FMT-27] is %s times %d', (price, boxes, text) => {
    expect(historyPrice(price, boxes)).toBe(text)
  })
})

describe('boxesLeft', () => {
  it('never goes below zero', () => {
    expect([boxesLeft(10n, 3n), boxesLeft(10n, 10n), boxesLeft(10n, 11n)]).toEqual([7n, 0n, 0n])
  })
})
