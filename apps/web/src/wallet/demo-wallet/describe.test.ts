import { LOCAL_NETWORKS, type Network, toAddress } from '@plinth/protocol'
import { auctionExchangeAbi, collection721Abi, collection1155Abi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, zeroHash } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTexts } from '../../i18n/index.ts'
import { describe as inWords } from './describe.ts'

const network = LOCAL_NETWORKS[0] as Network
const accountOf = (digit: string): Hex => toAddress(`0x${digit.repeat(40)}`)
const [me, other, token] = [accountOf('a'), accountOf('b'), accountOf('c')]
const NONE = { v: 0, r: zeroHash, s: zeroHash } as const

function linesOf(data: Hex): string[] {
  const request = { from: me, to: token, data }
  // The signer is not part of the description.
  return inWords({ kind: 'transaction', request, feeWei: 0n, network } as never).lines.map(({ value }) => value)
}

const trade = (sellType: number, buyType: number) => {
  const side = (assetType: number) => ({ token, tokenId: 0n, assetType })
  const key = { owner: other, salt: 1n, sellAsset: side(sellType), buyAsset: side(buyType) }
  const order = { key, selling: 1n, buying: 1n, sellerFee: 250n }
  return encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args: [order, NONE, 250n, NONE, 1n, me] })
}

describe('what the demo wallet asks', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } })
    await allTexts('en')
  })

  it('distinguishes a purchase from a sale to a bid', () => {
    expect(linesOf(trade(3, 0))).toContain('Buy a work')
    expect(linesOf(trade(1, 2))).toContain('Sell a work to a bid')
  })

  it('knows the settlement of an auction, and bids that are ended', () => {
    const side = { token, tokenId: 0n, assetType: 3 }
    const key = { owner: other, salt: 1n, sellAsset: side, buyAsset: { ...side, assetType: 1 } }
    const order = { key, selling: 1n, buying: 1n, endTime: 1n, expiredTime: 2n, encourage: 0n, sellerFee: 250n }
    const sigs = encodeFunctionData({
      abi: auctionExchangeAbi,
      functionName: 'exchange',
      args: [order, NONE, 1n, NONE, [me], 250n, NONE, me],
    })
    const bytes = encodeFunctionData({
      abi: auctionExchangeAbi,
      functionName: 'exchange',
      args: [order, '0x', 1n, '0x', [], 250n, NONE, me],
    })
    const accepted = encodeFunctionData({
      abi: auctionExchangeAbi,
      functionName: 'acceptBid',
      args: [order, '0x', 1n, '0x', [], 250n, NONE, me, 1n],
    })
    for (const data of [sigs, bytes, accepted]) expect(linesOf(data)).toContain('Settle an auction')
    const ended = encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'voidBids', args: [zeroHash, 1n] })
    expect(linesOf(ended)).toContain('End bids on an auction')
  })

  it('knows what an owner does to a collection', () => {
    const signed = encodeFunctionData({ abi: collection721Abi, functionName: 'addSigner', args: [other] })
    expect(linesOf(signed)).toContain('Let an account sign for a collection')
    const frozen = encodeFunctionData({ abi: collection1155Abi, functionName: 'freezeTokenURIPrefix' })
    expect(linesOf(frozen)).toContain('Freeze the metadata of a collection')
  })

  it('says to whom a work is given away, and that it is destroyed, in either standard', () => {
    const given = [
      encodeFunctionData({ abi: collection721Abi, functionName: 'safeTransferFrom', args: [me, other, 7n] }),
      encodeFunctionData({ abi: collection1155Abi, functionName: 'safeTransferFrom', args: [me, other, 7n, 3n, '0x'] }),
    ]
    for (const data of given) expect(linesOf(data)).toEqual(expect.arrayContaining(['Give a work away', '0xbbbbbbbbb…bbbb']))
    const burnt = [
      encodeFunctionData({ abi: collection721Abi, functionName: 'burn', args: [7n] }),
      encodeFunctionData({ abi: collection1155Abi, functionName: 'burn', args: [me, 7n, 3n] }),
    ]
    for (const data of burnt) expect(linesOf(data)).toContain('Destroy a work')
  })

  it('says that it does not know what it does not know', () => {
    expect(linesOf('0xdeadbeef')).toContain('Something this wallet does not recognise')
  })
})
