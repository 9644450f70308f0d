import { type Address, ZERO_ADDRESS } from './address.ts'
import { ASSET_TYPE, type AssetType } from './codes.ts'

/** One side of an order: `tokenId` is 0 for money (wire 5.1). */
export type Asset = { readonly token: Address; readonly tokenId: bigint; readonly assetType: AssetType }

/** Native coin or ERC20: the currency of a price. */
export function isMoney(asset: Pick<Asset, 'assetType'>): boolean {
  return asset.assetType === ASSET_TYPE.COIN || asset.assetType === ASSET_TYPE.ERC20
}

/** An NFT of any kind, including one minted at settlement. */
export function isItem(asset: Pick<Asset, 'assetType'>): boolean {
  return !isMoney(asset)
}

/** The native coin: zero address, token id 0 (document A §9). */
export function coin(): Asset {
  return { token: ZERO_ADDRESS, tokenId: 0n, assetType: ASSET_TYPE.COIN }
}

export function erc20(token: Address): Asset {
  return { token, tokenId: 0n, assetType: ASSET_TYPE.ERC20 }
}

export function erc721(token: Address, tokenId: bigint): Asset {
  return { token, tokenId, assetType: ASSET_TYPE.ERC721 }
}

export function erc1155(token: Address, tokenId: bigint): Asset {
  return { token, tokenId, assetType: ASSET_TYPE.ERC1155 }
}

/** The money asset of a pay token: the zero address is the coin (document A §3). */
export function moneyOf(payToken: Address): Asset {
  return payToken === ZERO_ADDRESS ? coin() : erc20(payToken)
}

export function isSameAsset(a: Asset, b: Asset): boolean {
  return a.token === b.token && a.tokenId === b.tokenId && a.assetType === b.assetType
}

/** `address:tokenId`, the key of an item in calls and maps (wire 2.0). */
export function itemKey(token: Address, tokenId: bigint): string {
  return `${token}:${tokenId}`
}
