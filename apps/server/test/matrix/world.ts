import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { grantRole } from '../../src/modules/operators/service-roles.ts'
import { bidOn, fund, offer, offered, signAuction, signAuctionBid, usd } from '../auctions.ts'
import { PEOPLE } from '../harness.ts'
import { type ItemId, TestMarket } from '../market.ts'

/** What Alice has, for others to put their hands on, and the tokens they come with. */
export type World = {
  readonly market: TestMarket
  readonly alice: Address
  readonly bob: Address
  readonly tokens: Readonly<Record<'owner' | 'other' | 'expired' | 'revoked', string>>
  readonly collection: Address
  readonly item: ItemId
  /** allotted to her in her collection, not minted */
  readonly tokenId: bigint
  /** nobody uses it */
  readonly upload: { readonly id: bigint; readonly url: string }
  readonly cover: { readonly id: bigint; readonly url: string }
  readonly notice: bigint
  readonly sale: Awaited<ReturnType<TestMarket['sign']>>['input']
  readonly again: Awaited<ReturnType<TestMarket['sign']>>['input']
  /** not offered yet */
  readonly auction: Awaited<ReturnType<typeof signAuction>>['input']
  /** of an auction that begins later */
  readonly edited: Awaited<ReturnType<typeof signAuction>>['input']
  /** on an auction of Carol's, not placed yet; and one that is */
  readonly bid: Awaited<ReturnType<typeof signAuctionBid>>
  readonly placed: Awaited<ReturnType<typeof signAuctionBid>>
  readonly minter: Address
}

/** Longer than a token lives without use. */
const LONG_AGO_S = 8 * 86_400

export async function openWorld(): Promise<World> {
  const market = await TestMarket.open()
  const { server } = market
  const expired = await server.signIn(PEOPLE.alice)
  server.clock.advance(LONG_AGO_S)
  const revoked = await server.signIn(PEOPLE.alice)
  await revoked.api.user.logout({})
  const alice = await market.session('alice')
  // She runs the market, so that the calls of its console are hers too.
  await grantRole(server.context, { who: 'olga', why: '' }, alice.address, 'operator')
  const bob = await market.session('bob')
  const collection = await market.collection('alice', 'Matrix', 'MTX')
  const item = await market.minted('alice')
  await market.approve('alice', market.official)
  const { tokenId } = await alice.api.dapp.sign({ collection, chainId: market.chainId })
  const [upload, cover] = [await market.upload('alice'), await market.upload('alice')]
  const { list } = await alice.api.notices.list({ page: 1, limit: 1 })
  return {
    market,
    alice: alice.address,
    bob: bob.address,
    tokens: { owner: alice.token, other: bob.token, expired: expired.token, revoked: revoked.token },
    collection,
    item: { ...item, standard: TOKEN_STANDARD.ERC721 },
    tokenId,
    upload: { id: upload.storageId, url: upload.url },
    cover: { id: cover.storageId, url: cover.url },
    notice: list[0]?.id ?? 0n,
    sale: (await market.sign('alice', item)).input,
    again: (await market.sign('alice', await market.minted('alice'))).input,
    ...(await auctionsOf(market)),
    minter: server.context.signer.minter,
  }
}

async function auctionsOf(market: TestMarket): Promise<Pick<World, 'auction' | 'edited' | 'bid' | 'placed'>> {
  const now = market.server.context.chains.get(market.chainId).now()
  const later = { startTime: now + 40_000, endTime: now + 80_000 }
  const begins = await offer(market, 'alice', await market.minted('alice'), later)
  const { input: edited } = await signAuction(market, 'alice', begins.item, {
    ...later,
    edit: true,
    salt: begins.auction.salt,
    startPrice: usd('11'),
  })
  await fund(market, 'alice')
  const [lot, other] = [
    await offered(market, 'carol', { endTime: later.endTime }),
    await offered(market, 'carol', { endTime: later.endTime }),
  ]
  await bidOn(market, 'alice', other, usd('25'))
  return {
    auction: (await signAuction(market, 'alice', await market.minted('alice'), { endTime: later.endTime })).input,
    edited,
    bid: await signAuctionBid(market, 'alice', lot, usd('25')),
    placed: await signAuctionBid(market, 'alice', other, usd('27')),
  }
}
