import { type Address, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, type PublicClient, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { verifyAuction } from './verify-auction.ts'

const account = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)
const [EXCHANGE, TOKEN, ITEM, OWNER, WINNER, TREASURY, CREATOR, LOSER, FRIEND] = [...'123456789'].map(account) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const NONE = { v: 0, r: zeroHash, s: zeroHash } as const
const ORDER = {
  key: {
    owner: OWNER,
    salt: 1n,
    sellAsset: { token: ITEM, tokenId: 1n, assetType: 3 },
    buyAsset: { token: TOKEN, tokenId: 0n, assetType: 1 },
  },
  selling: 1n,
  buying: 1n,
  endTime: 1n,
  expiredTime: 2n,
  encourage: 1_000n,
  sellerFee: 250n,
}

const paid = (to: Address, value: bigint) => ({
  address: TOKEN,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: WINNER, to } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

const announced = (share: bigint) => ({
  address: EXCHANGE,
  topics: encodeEventTopics({ abi: auctionExchangeAbi, eventName: 'Dividends', args: { owner: OWNER, salt: 1n } }),
  data: encodeAbiParameters([{ type: 'uint256' }, { type: 'address[]' }], [share, [LOSER]]),
})

/** A chain with one settlement of that calldata and those logs. */
const chainOf = (input: Hex, ...logs: readonly object[]) =>
  ({
    getTransaction: async () => ({ to: EXCHANGE, input }),
    getTransactionReceipt: async () => ({ status: 'success', logs: logs.map((log, logIndex) => ({ ...log, logIndex })) }),
    // The command asks a chain for these two alone.
  }) as unknown as PublicClient

const rest = (buyerFee: bigint) => [[LOSER], buyerFee, NONE, WINNER] as const
const settled = (buyerFee = 250n) =>
  encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'exchange', args: [ORDER, NONE, 10_000n, NONE, ...rest(buyerFee)] })
const accepted = encodeFunctionData({
  abi: auctionExchangeAbi,
  functionName: 'acceptBid',
  args: [ORDER, '0x', 10_000n, '0x', ...rest(250n), 8_250n],
})

describe('verifying what a settlement paid', () => {
  it.each([
    ['sent by either party', settled()],
    ['accepted by its owner for at least a sum', accepted],
  ])('finds fees, royalty and shares of a settlement %s', async (_, input) => {
    const chain = chainOf(input, paid(TREASURY, 500n), paid(CREATOR, 500n), announced(1_000n), paid(LOSER, 1_000n), paid(OWNER, 8_250n))
    expect((await verifyAuction(chain, zeroHash, undefined)).problems).toEqual([])
  })

  it('counts no payment as royalty that a winner’s contract makes when it receives the item', async () => {
    const input = encodeFunctionData({
      abi: auctionExchangeAbi,
      functionName: 'exchange',
      args: [{ ...ORDER, encourage: 10_000n }, NONE, 10_000n, NONE, ...rest(250n)],
    })
    const chain = chainOf(input, paid(FRIEND, 4_000n), paid(TREASURY, 500n), paid(CREATOR, 600n), announced(9_150n), paid(LOSER, 9_150n))
    expect((await verifyAuction(chain, zeroHash, undefined)).problems).toEqual([])
  })

  it('says where a share is missing', async () => {
    const chain = chainOf(settled(), paid(TREASURY, 500n), announced(1_000n), paid(OWNER, 9_250n))
    expect((await verifyAuction(chain, zeroHash, undefined)).problems).toEqual([`${LOSER} received 1000`])
  })
})
