import { expect, it } from 'vitest'
import { HeadPace } from './head-pace.ts'

/** A pace that has seen blocks at these times. */
function paceOf(blockTimeS: number, ...atMs: readonly number[]): HeadPace {
  const pace = new HeadPace(blockTimeS)
  for (const [number, at] of atMs.entries()) pace.note(number, at)
  return pace
}
const every = (ms: number) => Array.from({ length: 10 }, (_, number) => number * ms)

it('[F-102] waits until the next block is due, and then asks often', () => {
  const pace = paceOf(12, ...every(12_000))
  expect(pace.pauseMs(108_000)).toBe(12_000)
  expect(pace.pauseMs(120_000)).toBe(500)
  expect(paceOf(1, ...every(1_000)).pauseMs(10_000)).toBe(100)
  expect(paceOf(0.25, ...every(250)).pauseMs(2_500)).toBe(50)
})

it('[F-102] never waits longer than the shortest time between the last blocks, or than the configured one', () => {
  expect(paceOf(12, ...every(12_000), 110_000).pauseMs(110_000)).toBe(2_000)
  expect(paceOf(2, ...every(60_000)).pauseMs(540_000)).toBe(2_000)
  expect(paceOf(60, ...every(60_000)).pauseMs(540_000)).toBe(15_000)
})

it('[F-102] asks twice a second until it knows the chain, and while the chain rests', () => {
  expect(paceOf(12, 0, 12_000).pauseMs(12_000)).toBe(500)
  expect(paceOf(1, ...every(1_000)).pauseMs(13_000)).toBe(500)
})

it('[F-102] counts blocks that came together, and no block that was taken back', () => {
  const pace = paceOf(12, ...every(12_000))
  pace.note(8, 109_000)
  pace.note(11, 142_000)
  expect(pace.pauseMs(142_000)).toBe(11_000)
})
