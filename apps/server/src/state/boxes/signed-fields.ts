import { isItem } from '@plinth/protocol'
import { type StoredBox, type StoredPrize, signedBoxOf } from './store.ts'

/** The fields of a series that its owner registered, and its location. */
export function signedFields(box: StoredBox, prizes: readonly StoredPrize[]) {
  const { sellAssets, assetAmounts, uris, buyAsset, owner, salt, opening, repeat, startTime, endTime } = signedBoxOf(box, prizes)
  return {
    chainId: box.chainId,
    boxId: BigInt(box.id),
    boxHash: box.hash,
    contract: box.contract,
    owner,
    salt,
    opening,
    repeat,
    startTime,
    endTime,
    sellAssets: [...sellAssets],
    sellings: [...assetAmounts],
    uris: [...uris],
    buyToken: buyAsset.token,
    buyTokenId: buyAsset.tokenId,
    buyType: buyAsset.assetType,
    sellerFee: box.sellerFee,
  }
}

/** Whether boxes are paid in items, without a fee. */
export function isTicket({ payType }: Pick<StoredBox, 'payType'>): boolean {
  return isItem({ assetType: payType })
}
