import type { PayToken } from '@plinth/api'
import { type Address, needsCover, ORDER_LIFE_S, parseUnits, standardOf } from '@plinth/protocol'
import type { MintContext } from '../../flows/acts/item/create-item.ts'
import { isSent } from '../../flows/acts/item/item-files.ts'
import type { Mintable } from './collections.ts'
import { type CreateForm, royaltyBpsOf, sentProperties } from './create-form.ts'

type Said = {
  form: CreateForm
  collection: Mintable
  token: PayToken | undefined
  quantity: bigint
  sellerFee: bigint
  /** Unix seconds of the chain. */
  now: number
}

/** What a form without errors becomes. */
export function contextOf({ form, collection, token, quantity, sellerFee, now }: Said): MintContext {
  if (!form.file) throw new Error('A work needs a file')
  const price = (of: PayToken) => ({ unitPrice: parseUnits(form.price, of.decimals), payToken: of, sellerFeeBps: sellerFee })
  return {
    chainId: collection.chainId,
    collection: collection.address,
    collectionName: collection.name,
    standard: standardOf(collection.standard),
    quantity,
    name: form.name.trim(),
    description: form.description.trim(),
    category: BigInt(form.category),
    properties: sentProperties(form.properties),
    royaltyBps: royaltyBpsOf(form) ?? 0,
    file: form.file,
    cover: needsCover(form.file.type) ? form.cover : undefined,
    sale: form.onSale && token ? { ...price(token), validUntil: now + ORDER_LIFE_S } : undefined,
    isMintedLater: form.onSale && form.isMintedLater,
  }
}

/** Everything that is written down of an item for good: with the same, a number that was allotted to it still is its own. */
export function contentOf(context: MintContext, by: Address | undefined): string {
  const { chainId, collection, standard, quantity, name, description, category, properties, royaltyBps, file, cover } = context
  const files = [file, cover].map((each) => each && isSent(each) && each.cid)
  const numbers = [quantity, category].map(String)
  return JSON.stringify([by, chainId, collection, standard, numbers, name, description, properties, royaltyBps, files])
}
