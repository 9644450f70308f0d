import { type Address, AUCTION_ACT, loginText, toAddress } from '@plinth/protocol'
import { collection721Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import { createTestClient, createWalletClient, encodeFunctionData, type Hex, hashMessage, http, keccak256, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bidOn,
  dollarsOf,
  fund,
  type Lot,
  named,
  offered,
  openAuctionMarket,
  passTo,
  settle,
  settlementData,
  settlementFor,
  signAuctionBid,
  termsOf,
  usd,
} from '../../../test/acts/auctions.ts'
import type { Session } from '../../../test/market/harness.ts'
import type { ItemId, TestMarket } from '../../../test/market/market.ts'
import { auctionOf } from './shape.ts'

/**
 * A contract whose signature of a hash is the hash itself (ERC-1271); it accepts items, answering each call with its
 * own selector.
 */
const CONTRACT: Hex = '0x5f3560e01c80631626ba7e1460185760e01b5f5260205ff35b60043560643514631626ba7e60e01b025f5260205ff3'
/** The same account once it rejects every signature. */
const SIGNS_NOTHING: Hex = '0x60006000fd'
const [GUILD, CLUB] = [toAddress(`0x${'9a'.repeat(20)}`), toAddress(`0x${'c1'.repeat(20)}`)]

let market: TestMarket
beforeAll(async () => {
  market = await openAuctionMarket()
})
beforeEach(async () => {
  for (const account of [GUILD, CLUB]) await chain().setCode({ address: account, bytecode: CONTRACT })
})
afterAll(() => market.close())

const chain = () => createTestClient({ mode: 'anvil', chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })

/** A transaction of a contract without a key, by impersonation. */
async function send(account: Address, to: Address, data: Hex): Promise<void> {
  await chain().impersonateAccount({ address: account })
  await chain().setBalance({ address: account, value: parseEther('10') })
  const wallet = createWalletClient({ account, chain: market.testnet.chain, transport: http(market.testnet.rpcUrl) })
  await market.mined(await wallet.sendTransaction({ to, data }))
}

async function signIn(account: Address): Promise<Session> {
  market.server.clock.advance(1)
  const timestamp = market.server.clock.now()
  const signature = hashMessage(loginText(market.server.context.config.site.loginMessage, timestamp))
  const { token } = await market.server.api().user.login({ address: account, signature, timestamp })
  return { token, address: account, api: market.server.api(token) }
}

/** Puts an item of the contract at auction. */
async function offerOf(account: Address): Promise<Lot> {
  const { transferProxy } = market.testnet.contracts
  const item = await market.mint('alice')
  await market.transfer('alice', 'dan', item)
  const args = [market.address('dan'), account, item.tokenId] as const
  const given = { address: item.collection, abi: collection721Abi, functionName: 'safeTransferFrom', args } as const
  await market.mined(await market.wallet('dan').writeContract(given))
  const approve = { abi: collection721Abi, functionName: 'setApprovalForAll', args: [transferProxy, true] } as const
  await send(account, item.collection, encodeFunctionData(approve))
  await market.sync()
  const { api } = await signIn(account)
  const terms = { ...termsOf(market, 'alice', item), owner: account }
  const asked = { ...terms, type: AUCTION_ACT.AUCTION, chainId: market.chainId }
  const { salt, digest, expiredTime, sellerFee } = await api.auction.prepare(asked)
  await expect(api.auction.add({ ...asked, salt, digest, signature: keccak256(digest) })).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
  await api.auction.add({ ...asked, salt, digest, signature: digest })
  return { item, terms, auction: auctionOf(terms, salt, expiredTime, sellerFee) }
}

/** Bids with the contract's own money. */
async function bidOf(account: Address, lot: Lot, total: bigint): Promise<void> {
  const { dollar, transferProxy } = market.testnet.contracts
  const calls = [
    { functionName: 'mint', args: [account, usd('1000')] },
    { functionName: 'approve', args: [transferProxy, usd('1000')] },
  ] as const
  for (const call of calls) await send(account, dollar, encodeFunctionData({ abi: dollarTokenAbi, ...call }))
  const { api } = await signIn(account)
  const bid = { ...named(lot), total, chainId: market.chainId }
  const { digest } = await api.auction.prepare({ ...bid, type: AUCTION_ACT.AUCTION_BID })
  await expect(api.auction.bid({ ...bid, digest, signature: keccak256(digest) })).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
  await api.auction.bid({ ...bid, digest, signature: digest })
}

const proofsOf = async (lot: Lot) => {
  const { api } = await market.session('alice')
  const { list } = await api.auction.bids({ ...named(lot), chainId: market.chainId })
  return list.map(({ bidder, proof }) => [bidder, proof])
}
const ownerOf = async ({ item }: { item: ItemId }) => (await market.detail(item)).onlyOwner

describe('an auction and its bids in the documented text', () => {
  it('[AUC-43] [TX-10] are settled on chain as those in typed data are', async () => {
    for (const who of ['bob', 'carol'] as const) await fund(market, who)
    const lot = await offered(market, 'alice', { documented: true })
    await bidOn(market, 'carol', lot, usd('22'))
    const bid = await signAuctionBid(market, 'bob', lot, usd('30'), true)
    await expect((await market.session('carol')).api.auction.bid(bid)).rejects.toMatchObject({ code: 'AUCTION_LEADING' })
    await (await market.session('bob')).api.auction.bid(bid)
    expect(await proofsOf(lot)).toEqual([
      [market.address('bob'), 'text'],
      [market.address('carol'), 'typed'],
    ])
    await passTo(market, lot.auction.endTime)
    const { reply } = await settle(market, 'alice', lot)
    expect(reply).toMatchObject({ proof: 'text', bidProof: 'text', recipients: [market.address('carol')] })
    expect(await ownerOf(lot)).toBe(market.address('bob'))
  })
})

describe('a contract (ERC-1271)', () => {
  it('sells its item to a key that signed the text, and another contract that lost has its share', async () => {
    const lot = await offerOf(GUILD)
    await bidOf(CLUB, lot, usd('25'))
    await fund(market, 'bob')
    await (await market.session('bob')).api.auction.bid(await signAuctionBid(market, 'bob', lot, usd('50'), true))
    const before = [await dollarsOf(market, GUILD), await dollarsOf(market, CLUB)]
    await passTo(market, lot.auction.endTime)
    const { reply } = await settle(market, 'bob', lot)
    expect(reply).toMatchObject({ proof: 'contract', bidProof: 'text', recipients: [CLUB], share: usd('10') })
    expect(await ownerOf(lot)).toBe(market.address('bob'))
    // 50 less the seller fee and a fifth for the losing bidder.
    expect([await dollarsOf(market, GUILD), await dollarsOf(market, CLUB)].map((now, at) => now - (before[at] ?? 0n))).toEqual([
      usd('38.75'),
      usd('10'),
    ])
  })

  it('wins an item of a key, which settles it', async () => {
    const lot = await offered(market, 'alice')
    await bidOf(CLUB, lot, usd('40'))
    expect(await proofsOf(lot)).toEqual([[CLUB, 'contract']])
    await passTo(market, lot.auction.endTime)
    const { reply } = await settle(market, 'alice', lot)
    expect(reply).toMatchObject({ proof: 'typed', bidProof: 'contract', bidder: CLUB })
    expect(await ownerOf(lot)).toBe(CLUB)
  })

  it('buys from a contract, and sends the settlement itself', async () => {
    const lot = await offerOf(GUILD)
    await bidOf(CLUB, lot, usd('40'))
    await passTo(market, lot.auction.endTime)
    const { api } = await signIn(CLUB)
    const reply = await api.auction.buyerFee({ ...named(lot), type: 2, chainId: market.chainId })
    expect(reply).toMatchObject({ proof: 'contract', bidProof: 'contract' })
    await send(CLUB, reply.auctionExchange, settlementData(reply))
    expect(await ownerOf(lot)).toBe(CLUB)
  })

  it('that no longer accepts its signature wins nothing and sells nothing', async () => {
    await fund(market, 'bob')
    const [sold, won] = [await offerOf(GUILD), await offered(market, 'alice')]
    await bidOn(market, 'bob', won, usd('30'))
    for (const lot of [sold, won]) await bidOf(CLUB, lot, usd('60'))
    await passTo(market, Math.max(sold.auction.endTime, won.auction.endTime))
    await chain().setCode({ address: CLUB, bytecode: SIGNS_NOTHING })
    expect((await settlementFor(market, 'alice', won, 1)).bidder).toBe(market.address('bob'))
    const { api } = await signIn(GUILD)
    const ask = () => api.auction.buyerFee({ ...named(sold), type: 1, chainId: market.chainId })
    await expect(ask()).rejects.toMatchObject({ code: 'AUCTION_NO_BID' })
    await chain().setCode({ address: CLUB, bytecode: CONTRACT })
    expect((await ask()).bidder).toBe(CLUB)
    await chain().setCode({ address: GUILD, bytecode: SIGNS_NOTHING })
    await expect(ask()).rejects.toMatchObject({ code: 'ORDER_NOT_FUNDABLE' })
  })
})
