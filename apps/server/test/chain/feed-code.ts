import type { Hex } from 'viem'

const word = (value: bigint): string => (value & (2n ** 256n - 1n)).toString(16).padStart(64, '0')
const push2 = (value: number): string => `61${value.toString(16).padStart(4, '0')}`
/** Copies bytes of the code's end into memory and answers them. */
const answerFrom = (at: number, length: number): string => `${push2(length)}${push2(at)}600039${push2(length)}6000f3`

/** Where the answers begin: after the choice by selector and the two ways on. */
const DATA_AT = 46

export type FeedAnswers = {
  readonly decimals?: bigint
  readonly id?: bigint
  readonly answer?: bigint
  readonly startedAt?: bigint
  readonly updatedAt?: bigint
  /** Instead of the five words of a round: any bytes, or a revert. */
  readonly round?: Hex | 'revert'
}

/** Code of a price feed that answers what no honest one would: `decimals()` by its selector, else the round. */
export function feedCode({ decimals = 8n, id = 1n, answer = 100_000_000n, startedAt = 1n, updatedAt = 0n, round }: FeedAnswers): Hex {
  const words = [id, answer, startedAt, updatedAt, id].map(word).join('')
  const data = round === undefined ? words : round === 'revert' ? '' : round.slice(2)
  const length = data.length / 2
  const refuse = `60006000fd${'00'.repeat(10)}`
  const onRound = round === 'revert' ? refuse : answerFrom(DATA_AT, length)
  // calldataload(0) >> 224 == decimals()
  const choose = '60003560e01c63313ce56714601e57'
  return `0x${choose}${onRound}5b${answerFrom(DATA_AT + length, 32)}${data}${word(decimals)}`
}
