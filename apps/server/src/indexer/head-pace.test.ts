import { expect, it } from 'vitest'
import { HeadPace } from './head-pace.ts'

/** A pace that has seen blocks at these times. */
function paceOf(blockTimeS: number, ...atMs: readonly number[]): HeadPace {
  const pace = new HeadPace(blockTimeS)
  for (const [number, at] of atMs.entries()) pace.note(number, at)
  return pace
}
const every = (ms: number) => Array.from({ length: 10 }, (_, number) => number * ms)

it('[F-102] waits until shortly before the next block is due, and then asks often', () => {
  const pace = paceOf(12, ...every(12_000))
  expect(pace.pauseMs(108_000)).toBe(10_800)
  expect(pace.pauseMs(118_800)).toBe(500)
  expect(paceOf(1, ...every(1_000)).pauseMs(9_900)).toBe(100)
  expect(paceOf(0.25, ...every(250)).pauseMs(2_475)).toBe(50)
})

it('[F-102] never waits longer than the shortest time between the last blocks, or than the configured one', () => {
  expect(paceOf(12, ...every(12_000), 110_000).pauseMs(110_000)).toBe(1_800)
  expect(paceOf(2, ...every(60_000)).pauseMs(540_000)).toBe(1_800)
})

it('[F-102] asks twice a second until it knows the chain, and while the chain rests', () => {
  expect(paceOf(12, 0, 12_000).pauseMs(12_000)).toBe(500)
  expect(paceOf(1, ...every(1_000)).pauseMs(13_000)).toBe(500)
})

it('[F-102] counts blocks that came together, and no block that was taken back', () => {
  const pace = paceOf(12, ...every(12_000))
  pace.note(8, 109_000)
  pace.note(11, 144_000)
  expect(pace.pauseMs(144_000)).toBe(10_500)
})
