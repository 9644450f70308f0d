import type { OrderRecord } from '@plinth/api'
import { ASSET_TYPE, type AssetType, isCode, type Order } from '@plinth/protocol'

const assetType = (code: number): AssetType => (isCode(ASSET_TYPE, code) ? code : ASSET_TYPE.ERC721)

/** A stored order as it was signed. */
export function orderOf(record: OrderRecord): Order {
  return {
    owner: record.maker,
    salt: record.salt,
    sellAsset: { token: record.sellToken, tokenId: record.sellTokenId, assetType: assetType(record.sellType) },
    buyAsset: { token: record.buyToken, tokenId: record.buyTokenId, assetType: assetType(record.buyType) },
    selling: record.selling,
    buying: record.buying,
    sellerFee: BigInt(record.sellerFee),
  }
}
