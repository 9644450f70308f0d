import fc from 'fast-check'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Drawn, drawn, ME, place, READER, RUNS, saleOf } from '../test/drawn.ts'
import { ABI, CALLS, keyOf, type Sent } from '../test/sent.ts'
import { readCall } from './read-call.ts'

describe('readCall', () => {
  it.each(Object.entries(CALLS))('[SIGN-02] reads %s as it was meant, and refuses it with other coin', (_, make) => {
    fc.assert(
      fc.property(drawn, (d) => {
        const [call, effect] = make(d)
        expect(readCall(call, READER)).toEqual(effect)
        if (effect.is !== 'wrap' && effect.is !== 'openBoxes')
          expect(() => readCall({ ...call, value: call.value + 1n }, READER)).toThrow('ORDER_MISMATCH')
      }),
      RUNS,
    )
  })

  it.each<[string, Sent]>([
    ['an unknown call', { to: place('e'), data: '0xdeadbeef', value: 0n }],
    ['coin that is sent to somebody', { to: place('e'), data: '0x', value: 1n }],
    [
      'tokens that are sent to somebody',
      { to: place('e'), data: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [ME, 1n] }), value: 0n },
    ],
    [
      'a transfer of what another account holds',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [place('b'), ME, 1n, 1n, '0x'] }),
        value: 0n,
      },
    ],
    [
      'an order that is sent to another contract than the exchange',
      {
        to: place('e'),
        data: encodeFunctionData({ abi: ABI, functionName: 'cancel', args: [keyOf(saleOf(fc.sample(drawn, 1)[0] as Drawn))] }),
        value: 0n,
      },
    ],
  ])('[SIGN-02] refuses %s', (_, call) => {
    expect(() => readCall(call, READER)).toThrow('ORDER_MISMATCH')
  })
})
