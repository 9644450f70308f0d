import {
  type Address,
  bulkTypedData,
  encodeTransferMany,
  LOCAL_NETWORKS,
  type Network,
  orderDomain,
  orderTypedData,
  packSalt,
  shortAddress,
  toAddress,
} from '@plinth/protocol'
import { auctionExchangeAbi, collection721Abi, collection1155Abi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, zeroHash } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTexts } from '../../i18n/index.ts'
import { describe as inWords } from './describe.ts'

const network = LOCAL_NETWORKS[0] as Network
const accountOf = (digit: string): Address => toAddress(`0x${digit.repeat(40)}`)
const [me, other, token] = [accountOf('a'), accountOf('b'), accountOf('c')]
const NONE = { v: 0, r: zeroHash, s: zeroHash } as const

const tokens = { coin: { symbol: 'ETH', decimals: 18 }, tokens: new Map([[token, { symbol: 'PUSD', decimals: 6 }]]) }

function linesOf(data: Hex): string[] {
  const request = { from: me, to: token, data }
  // The signer is not part of the description.
  return inWords({ kind: 'transaction', request, tokens, feeWei: 0n, network } as never).lines.map(({ value }) => value)
}

/** As the page hands it over: numbers as text. */
function signedLines(primaryType: string, message: Record<string, unknown>): string[] {
  const handed = JSON.parse(JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)))
  const data = { domain: {}, types: {}, primaryType, message: handed }
  // As a page hands it over: of no type.
  const { title, lines } = inWords({ kind: 'typedData', data, tokens, network } as never)
  return [title, ...lines.map(({ label, value }) => `${label} ${value}`)]
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

  it('[F-134] names who may take what by an allowance, in units of its token', () => {
    const allow = (value: bigint) => linesOf(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, value] }))
    expect(allow(2_460_000n)).toEqual(expect.arrayContaining([shortAddress(other), '2.46 PUSD']))
    expect(allow(maxUint256)).toEqual(expect.arrayContaining([shortAddress(other), 'Any amount']))
    const all = (is: boolean) =>
      linesOf(encodeFunctionData({ abi: collection721Abi, functionName: 'setApprovalForAll', args: [other, is] }))
    expect(all(true)).toEqual(expect.arrayContaining([shortAddress(other), 'All works of this collection']))
    expect(all(false)).toContain('Nothing any more')
  })

  it('distinguishes a purchase from an accepted bid', () => {
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

  it('says to whom an item is given away, and that it is destroyed, in either standard', () => {
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
    const many = [
      [encodeFunctionData({ abi: exchangeAbi, functionName: 'sweep', args: [[], me, 1n] }), 'Buy several works'],
      [encodeTransferMany([{ token: other, tokenId: 7n, assetType: 3, amount: 1n, to: other }]), 'Give several works away'],
    ] as const
    for (const [data, act] of many) expect(linesOf(data)).toContain(act)
  })

  it('[SIGN-01] says the sentences of the market’s own dialogs, which it reads for itself', () => {
    const domain = orderDomain(network.chainId, other)
    const order = {
      owner: me,
      salt: packSalt({ validUntil: 1_795_000_000, validFrom: 0, maxBuyerFeeBps: 500, sequence: 3n }),
      sellAsset: { token: other, tokenId: 7n, assetType: 3 as const },
      buyAsset: { token, tokenId: 0n, assetType: 1 as const },
      selling: 1n,
      buying: 2_500_000n,
      sellerFee: 250n,
    }
    const handed = JSON.parse(JSON.stringify(orderTypedData(order, domain), (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
    const said = (data: unknown) => inWords({ kind: 'typedData', data, tokens, network } as never).says
    expect(said(handed)?.slice(0, 2)).toEqual([
      'Anybody can buy #7 of 0xbbbbbbbbb…bbbb from you for 2.50 PUSD, without asking you again.',
      'The service fee of 2.50% and a royalty of at most 5.00% are taken out of the price.',
    ])
    expect(said({ ...handed, message: { ...handed.message, extra: '1' } })).toEqual([
      'This request could not be read to the last field. Sign it only if you know what it is for.',
    ])
    const tree = JSON.parse(
      JSON.stringify(bulkTypedData([order, { ...order, salt: order.salt + 1n }], domain), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    )
    const asked = (data: unknown) => inWords({ kind: 'typedData', data, tokens, network } as never)
    expect([asked(tree).title, asked(tree).lines]).toEqual(['Sign several listings', []])
    expect(asked({ ...tree, message: { tree: [...tree.message.tree].reverse().slice(1) } }).title).toBe('Sign structured data')
    const request = { from: me, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 5_000_000n] }) }
    expect(inWords({ kind: 'transaction', request, tokens, feeWei: 0n, network } as never).says).toEqual([
      '0xbbbbbbbbb…bbbb, which is not this market, can take up to 5.00 PUSD from your wallet, for what you sign and send here.',
      'Set it to nothing at any time, for a network fee.',
    ])
    // The same bytes give one work of a collection away.
    const ofUnknown = { ...request, to: other }
    expect(inWords({ kind: 'transaction', request: ofUnknown, tokens, feeWei: 0n, network } as never).says?.[0]).toBe(
      '0xbbbbbbbbb…bbbb, which is not this market, can take 5,000,000 base units of 0xbbbbbbbbb…bbbb, or the work with that number if it is a collection.',
    )
  })

  it('[F-68] says a sale, a bid, an auction and a bid at one in words, in the token of each', () => {
    const [item, dollars] = [
      { token: other, tokenId: 7n, assetType: 3 },
      { token, tokenId: 0n, assetType: 1 },
    ]
    const order = { owner: me, salt: 1n << 200n, validFrom: 0n, validUntil: 0n, maxBuyerFee: 250n, sellerFee: 250n }
    const sale = { ...order, sellAsset: item, buyAsset: dollars, selling: 1n, buying: 2_500_000n }
    const bid = { ...order, sellAsset: dollars, buyAsset: { ...item, assetType: 2 }, selling: 7_500_000n, buying: 3n }
    const times = { startTime: 1_795_000_000n, endTime: 1_795_086_400n, expiredTime: 1_795_345_600n }
    const terms = { ...times, owner: me, salt: 1n << 200n, encourage: 500n, sellerFee: 250n }
    const auction = { ...terms, sellAsset: item, buyAsset: dollars, selling: 1n, buying: 9_000_000n }
    const offer = { auction, bidder: me, buying: 9_500_000n, buyerFee: 250n }
    const thisItem = '#7 of 0xbbbbbbbbb…bbbb'
    expect(signedLines('Order', sale)).toEqual([
      'Sign a listing',
      `You give ${thisItem}`,
      'For 2.50 PUSD',
      'Royalty out of it, at most 2.50%',
      'Until No end',
    ])
    expect(signedLines('Order', bid)).toEqual([
      'Sign a bid',
      'You give 7.50 PUSD',
      'Service fee on top, at most 2.50%',
      `For 3 × ${thisItem}`,
      'Until No end',
    ])
    const [title, ...lines] = signedLines('Auction', auction)
    expect([title, ...lines.slice(0, 3)]).toEqual([
      'Sign an auction',
      `You give ${thisItem}`,
      'Reserve 9.00 PUSD',
      'Shared by those who lose 5.00%',
    ])
    expect(lines.slice(3).map((text) => text.replace(/\d.*/, ''))).toEqual(['Bids from ', 'Bids until ', 'Settled by '])
    for (const said of [signedLines('Bid', offer), signedLines('EpochBid', { bid: offer, epoch: 1n })])
      expect(said.slice(0, 4)).toEqual([
        'Sign a bid at an auction',
        'You give 9.50 PUSD',
        'Service fee on top, at most 2.50%',
        `For ${thisItem}`,
      ])
  })

  it('[F-68] shows base units of a token that it knows nothing of, and the fields of what does not read as its type', () => {
    const side = { token: other, tokenId: 0n, assetType: 1 }
    const bid = { sellAsset: side, buyAsset: { ...side, assetType: 3 }, selling: 5n, buying: 1n, validUntil: 0n, maxBuyerFee: 0n }
    expect(signedLines('Order', bid)).toContain('You give 5 (0xbbbbbbbbb…bbbb)')
    expect(signedLines('Order', { sellAsset: 'x' })[0]).toBe('Sign structured data')
    expect(signedLines('Permit', { value: 5n })).toEqual(['Sign structured data', 'value 5'])
  })

  it('says that it does not know what it does not know', () => {
    expect(linesOf('0xdeadbeef')).toContain('Something this wallet does not recognise')
  })
})
