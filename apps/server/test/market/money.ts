import { ACTION_TYPE, type Address, ASSET_TYPE, ORDER_TYPE, toExchangeOrder, unitPriceOf, ZERO_ADDRESS } from '@plinth/protocol'
import { dollarTokenAbi, exchangeAbi, wrappedCoinAbi } from '@plinth/protocol/abi'
import { type Hex, parseSignature } from 'viem'
import type { ItemId, Listing, SignOptions, TestMarket, Who } from './market.ts'

/** Turns coins into wrapped ones. */
export async function wrap(market: TestMarket, who: Who, value: bigint): Promise<Hex> {
  const address = market.testnet.contracts.wrappedCoin
  return market.mined(await market.wallet(who).writeContract({ address, abi: wrappedCoinAbi, functionName: 'deposit', value }))
}

export async function unwrap(market: TestMarket, who: Who, amount: bigint): Promise<Hex> {
  const address = market.testnet.contracts.wrappedCoin
  return market.mined(await market.wallet(who).writeContract({ address, abi: wrappedCoinAbi, functionName: 'withdraw', args: [amount] }))
}

/** Play money of 6 decimals. */
export async function takeDollars(market: TestMarket, who: Who, amount: bigint): Promise<Hex> {
  const args = [market.address(who), amount] as const
  const address = market.testnet.contracts.dollar
  return market.mined(await market.wallet(who).writeContract({ address, abi: dollarTokenAbi, functionName: 'mint', args }))
}

export async function sendMoney(market: TestMarket, from: Who, to: Who, token: Address, amount: bigint): Promise<Hex> {
  const args = [market.address(to), amount] as const
  return market.mined(await market.wallet(from).writeContract({ address: token, abi: dollarTokenAbi, functionName: 'transfer', args }))
}

/** Approves the transfer proxy for an amount. */
export async function allow(market: TestMarket, who: Who, token: Address, amount: bigint): Promise<Hex> {
  const args = [market.testnet.contracts.transferProxy, amount] as const
  return market.mined(await market.wallet(who).writeContract({ address: token, abi: dollarTokenAbi, functionName: 'approve', args }))
}

export async function balanceOf(market: TestMarket, who: Who | Address, token: Address): Promise<bigint> {
  const args = [who.startsWith('0x') ? (who as Address) : market.address(who as Who)] as const
  return market.testnet.publicClient.readContract({ address: token, abi: dollarTokenAbi, functionName: 'balanceOf', args })
}

/** `price` is that of one item. */
export function bidSides(
  maker: Address,
  item: ItemId,
  price: bigint,
  { quantity = 1n, payToken }: { quantity?: bigint; payToken: Address },
) {
  return {
    maker,
    sellToken: payToken,
    sellTokenId: 0n,
    sellType: payToken === ZERO_ADDRESS ? ASSET_TYPE.COIN : ASSET_TYPE.ERC20,
    selling: price * quantity,
    buyToken: item.collection,
    buyTokenId: item.tokenId,
    buyType: item.standard ?? ASSET_TYPE.ERC721,
    buying: quantity,
  }
}

export async function signBid(market: TestMarket, who: Who, item: ItemId, price: bigint, options: SignOptions & { payToken: Address }) {
  const sides = bidSides(market.address(who), item, price, options)
  return market.signSides(who, sides, options.edit ? ACTION_TYPE.EDIT_BID : ACTION_TYPE.BID, options)
}

export async function bid(
  market: TestMarket,
  who: Who,
  item: ItemId,
  price: bigint,
  options: SignOptions & { payToken: Address },
): Promise<Listing> {
  const { input, order, signature } = await signBid(market, who, item, price, options)
  const { api } = await market.session(who)
  await api.order.add(input)
  return { order, signature }
}

/** Accepts a bid, by default all of it; the seller must have approved the item. */
export async function accept(
  market: TestMarket,
  who: Who,
  { order, signature }: Listing,
  quantity: bigint = order.buying,
  receiver = ZERO_ADDRESS,
): Promise<Hex> {
  const { api } = await market.session(who)
  const reply = await api.order.buyerFee({
    collection: order.buyAsset.token,
    tokenId: order.buyAsset.tokenId,
    owner: order.owner,
    type: ORDER_TYPE.BID,
    salt: order.salt,
    quantity,
    chainId: market.chainId,
  })
  const maker = parseSignature(signature)
  const args = [
    toExchangeOrder(order),
    { v: Number(maker.v), r: maker.r, s: maker.s },
    BigInt(reply.buyerFee),
    { v: Number(reply.v), r: reply.r, s: reply.s },
    unitPriceOf(order) * quantity,
    receiver,
  ] as const
  return market.mined(
    await market.wallet(who).writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'exchange', args }),
  )
}
