import { toAddress } from '@plinth/protocol'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { burnCall, transferCall } from './items.ts'
import type { Market } from './market.ts'

const addressOf = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const ALICE = addressOf('a')
const BOB = addressOf('b')
const COLLECTION = addressOf('c')
// These calls read no more of it.
const market = { account: ALICE, chainId: 31337 } as Market
const single = { collection: COLLECTION, tokenId: 7n, standard: 3, quantity: 1n }
const edition = { ...single, standard: 2, quantity: 3n }

describe('transferCall and burnCall', () => {
  it('[XFER-07] sends a single one safely from hand to hand, of an edition so many', () => {
    const [one, some] = [transferCall(market, single, BOB), transferCall(market, edition, BOB)]
    expect(one).toMatchObject({ chainId: 31337, address: COLLECTION, functionName: 'safeTransferFrom', args: [ALICE, BOB, 7n] })
    expect(some).toMatchObject({ functionName: 'safeTransferFrom', args: [ALICE, BOB, 7n, 3n, '0x'] })
    expect([one, some].map((call) => encodeFunctionData(call).slice(0, 10))).toEqual(['0x42842e0e', '0xf242432a'])
  })

  it('[BURN-05, TX-17] burns a single one by its id, of an edition so many of the owner’s', () => {
    const [one, some] = [burnCall(market, single), burnCall(market, edition)]
    expect(one).toMatchObject({ functionName: 'burn', args: [7n] })
    expect(some).toMatchObject({ functionName: 'burn', args: [ALICE, 7n, 3n] })
    expect([one, some].map((call) => encodeFunctionData(call).slice(0, 10))).toEqual(['0x42966c68', '0xf5298aca'])
  })
})
