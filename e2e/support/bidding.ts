import type { Item } from '@plinth/devnet'
import { mined, type Person } from '@plinth/devnet'
import { ACTION_TYPE, type Address, ASSET_TYPE, type Order, orderDomain, orderTypedData, TOKEN_STANDARD } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'

export type BidTerms = {
  /** Of one, in base units. */
  unitPrice: bigint
  quantity?: bigint
  payToken: Address
  /** Of the bid that is raised. */
  salt?: bigint
}

/** Allows what it can draw, signs a bid as a wallet would, and hands it to the market. Answers its number. */
export async function placeBid(person: Person, item: Item, { unitPrice, quantity = 1n, payToken, salt }: BidTerms): Promise<bigint> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  const price = unitPrice * quantity
  // With room for the buyer fee.
  await allowMoney(person, payToken, price * 2n)
  const item1155 = item.standard === TOKEN_STANDARD.ERC1155
  const money = { token: payToken, tokenId: 0n, assetType: ASSET_TYPE.ERC20 } as const
  const wanted = {
    token: item.collection,
    tokenId: item.tokenId,
    assetType: item1155 ? ASSET_TYPE.ERC1155 : ASSET_TYPE.ERC721,
  } as const
  const sides = {
    maker: address,
    ...{ sellToken: money.token, sellTokenId: money.tokenId, sellType: money.assetType, selling: price },
    ...{ buyToken: wanted.token, buyTokenId: wanted.tokenId, buyType: wanted.assetType, buying: quantity },
  }
  const type = salt === undefined ? ACTION_TYPE.BID : ACTION_TYPE.EDIT_BID
  const prepared = await api.order.prepare({ ...sides, type, chainId, ...(salt === undefined ? {} : { salt }) })
  const order: Order = {
    owner: address,
    salt: prepared.salt,
    sellAsset: money,
    buyAsset: wanted,
    selling: price,
    buying: quantity,
    sellerFee: BigInt(prepared.sellerFee),
  }
  const signature = await wallet.signTypedData(orderTypedData(order, orderDomain(chainId, chain.contracts.exchange)))
  await api.order.add({ ...sides, salt: prepared.salt, type, digest: prepared.digest, signature, chainId })
  return prepared.salt
}

/** What the market may take of somebody's money; 0 takes it back. */
export async function allowMoney(person: Person, token: Address, amount: bigint): Promise<void> {
  const { wallet, chain } = person
  const call = { address: token, abi: wrappedCoinAbi, functionName: 'approve', args: [chain.contracts.transferProxy, amount] } as const
  await mined(person, await wallet.writeContract(call))
}
