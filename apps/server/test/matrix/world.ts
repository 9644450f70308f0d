import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { grantRole } from '../../src/modules/operators/service-roles.ts'
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
    minter: server.context.signer.minter,
  }
}
