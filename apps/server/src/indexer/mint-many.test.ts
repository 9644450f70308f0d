import { MAX_MINTED_TOGETHER, type MintItem, mintManyArgument, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TestMarket } from '../../test/market/market.ts'

let market: TestMarket
beforeEach(async () => {
  market = await TestMarket.open()
})
afterEach(() => market.close())

const STANDARDS = [
  ['ERC721', TOKEN_STANDARD.ERC721, 1n],
  ['ERC1155', TOKEN_STANDARD.ERC1155, 10n],
] as const

/** Fifty items of an official collection, minted by one transaction. */
async function mintFifty(standard: TokenStandard, supply: bigint) {
  const { official721, official1155 } = market.testnet.contracts
  const collection = standard === TOKEN_STANDARD.ERC721 ? official721 : official1155
  const minter = market.address('alice')
  const items = Array.from({ length: MAX_MINTED_TOGETHER }, (_, index): MintItem => {
    const tokenId = BigInt(101 + index)
    return { tokenId, uri: `/ipfs/${tokenId}`, supply, fees: [{ recipient: minter, value: BigInt(100 + index) }] }
  })
  const { signer } = market.server.context
  const voucher = { chainId: market.chainId, collection, items, minter, deadline: 2 ** 40 }
  const args = [mintManyArgument(voucher), await signer.mintMany(voucher, signer.mintSigner)] as const
  await market.mined(
    await market.wallet('alice').writeContract({ address: collection, abi: collection721Abi, functionName: 'mintMany', args }),
  )
  await market.sync()
  return { collection, items, minter }
}

it.each(STANDARDS)('[MASS-04] finds fifty items of an %s that one transaction minted', async (_, standard, supply) => {
  const { collection, items, minter } = await mintFifty(standard, supply)
  const { db } = market.server.context
  const rows = await db.selectFrom('item').select(['token_id', 'supply', 'royalties']).orderBy('token_id').execute()
  expect(rows.map(({ token_id }) => token_id)).toEqual(items.map(({ tokenId }) => tokenId))
  expect(new Set(rows.map((row) => row.supply))).toEqual(new Set([supply]))
  const held = await db.selectFrom('holding').select(['token_id', 'quantity']).execute()
  expect(held).toHaveLength(MAX_MINTED_TOGETHER)
  const mints = await db.selectFrom('activity').select(['token_id', 'quantity']).execute()
  expect(mints).toHaveLength(MAX_MINTED_TOGETHER)
  expect(new Set(mints.map(({ quantity }) => quantity))).toEqual(new Set([supply]))
  const last = await market.detail({ collection, tokenId: 150n })
  expect(last).toMatchObject({ creator: { address: minter }, royalties: [149] })
})
