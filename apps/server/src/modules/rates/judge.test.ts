import { describe, expect, it } from 'vitest'
import { type Before, isSequencerUp, judgeRound, type Round } from './judge.ts'

const NOW = 1_800_000_000
const TERMS = { now: NOW, heartbeatS: 3_600 }
const NEW: Before = { counted: undefined, held: undefined }
const round = (over: Partial<Round> = {}): Round => ({
  id: 7n,
  answer: 312_000_000_000n,
  updatedAt: BigInt(NOW - 60),
  decimals: 8,
  ...over,
})
const known = (answer: bigint): Before => ({ counted: { answer, decimals: 8 }, held: undefined })

describe('judgeRound', () => {
  it('[MONEY-03] takes an answer as it stands, to the last second of its heartbeat', () => {
    expect(judgeRound(round(), NEW, TERMS)).toEqual({ rate: { answer: 312_000_000_000n, decimals: 8 } })
    expect(judgeRound(round({ updatedAt: BigInt(NOW - 3_600) }), NEW, TERMS)).toHaveProperty('rate')
    expect(judgeRound(round({ updatedAt: BigInt(NOW) }), NEW, TERMS)).toHaveProperty('rate')
  })

  it.each([
    ['zero', { answer: 0n }, 'not positive'],
    ['a negative answer', { answer: -1n }, 'not positive'],
    ['the least of int256', { answer: -(2n ** 255n) }, 'not positive'],
    ['the most of int256', { answer: 2n ** 255n - 1n }, 'implausible'],
    ['a round of the next second', { updatedAt: BigInt(NOW + 1) }, 'future'],
    ['a round of the end of time', { updatedAt: 2n ** 256n - 1n }, 'future'],
    ['a round a second too old', { updatedAt: BigInt(NOW - 3_601) }, 'stale'],
    ['a round that was never written', { updatedAt: 0n }, 'stale'],
    ['77 decimals', { decimals: 77 }, 'decimals'],
    ['more decimals than a byte holds', { decimals: 2 ** 60 }, 'decimals'],
  ] as const)('[MONEY-03] takes nothing from %s', (_, over, fault) => {
    expect(judgeRound(round(over), NEW, TERMS)).toEqual({ fault })
  })

  it('[MONEY-03] holds a jump of more than half back until a later round confirms it', () => {
    const before = known(100n)
    expect(judgeRound(round({ answer: 150n }), before, TERMS)).toHaveProperty('rate')
    const jumped = judgeRound(round({ answer: 151n }), before, TERMS)
    expect(jumped).toEqual({ fault: 'jump', held: { answer: 151n, decimals: 8, round: 7n } })
    const holding = { ...before, held: jumped.held }
    expect(judgeRound(round({ answer: 151n }), holding, TERMS)).toEqual(jumped)
    expect(judgeRound(round({ id: 8n, answer: 160n }), holding, TERMS)).toEqual({ rate: { answer: 160n, decimals: 8 } })
    expect(judgeRound(round({ id: 8n, answer: 101n }), holding, TERMS)).toEqual({ rate: { answer: 101n, decimals: 8 } })
    expect(judgeRound(round({ id: 8n, answer: 900n }), holding, TERMS)).toEqual({
      fault: 'jump',
      held: { answer: 900n, decimals: 8, round: 8n },
    })
  })

  it('[MONEY-03] sees no jump where the feed’s decimals change and its price does not', () => {
    expect(judgeRound(round({ answer: 100n * 10n ** 10n, decimals: 18 }), known(100n), TERMS)).toHaveProperty('rate')
  })
})

describe('isSequencerUp', () => {
  it.each([
    ['up for longer than its grace', 0n, NOW - 3_601, true],
    ['up for its grace and no longer', 0n, NOW - 3_600, false],
    ['down', 1n, NOW - 9_000, false],
    ['never reported', 0n, 0, false],
  ])('[MONEY-03] %s: %s', (_, answer, startedAt, expected) => {
    expect(isSequencerUp(answer, BigInt(startedAt), { now: NOW, graceS: 3_600 })).toBe(expected)
  })
})
