import { AppError, type CartFill, type CartLine, type CartReason } from '@plinth/api'
import { type Address, ASSET_TYPE, isCode, moneyOf, type Order, sweepGas, toExchangeOrder, ZERO_ADDRESS } from '@plinth/protocol'
import { size } from 'viem'
import { EXCHANGE_ABI } from './abi.ts'
import { allowSteps, transaction } from './act-steps.ts'
import { amountDue } from './amount-due.ts'
import { allowanceOf, needOf } from './approvals.ts'
import { requireWallet } from './items.ts'
import type { CartMarket, ContractCall, Market } from './market.ts'
import { makerProof } from './order-calls.ts'
import type { Act } from './requests.ts'
import { askSigner } from './signing.ts'

export type CartLineTerms = Omit<CartLine, 'chainId'> & {
  /** The sale as the buyer saw it, in base units: a dearer one is not bought. */
  readonly shown: { readonly unitPrice: bigint; readonly buyerFeeBps: bigint }
}

/** Purchases on the chain of the market, for one money. */
export type CartTerms = {
  readonly lines: readonly CartLineTerms[]
  readonly payToken: Address
  /** Who receives the works. Default: the account. */
  readonly to?: Address | undefined
}

export type CartPurchase = { readonly line: CartLineTerms; readonly fill: CartFill; readonly order: Order; readonly pays: bigint }
/** Why a line is not bought; `dearer` than it was shown. */
export type LeftOut = { readonly line: CartLineTerms; readonly reason: CartReason | 'dearer' | 'otherMoney' }

/** What one transaction buys. */
export type Cart = Omit<CartTerms, 'lines'> & {
  readonly lines: readonly CartPurchase[]
  readonly leftOut: readonly LeftOut[]
  /** The sum of all lines, fees included: the most that is paid. */
  readonly pays: bigint
}

/** The lines as they can be bought now, or the reason why not. Throws ORDER_MISMATCH for an answer of other lines. */
export async function fetchCart({ api, chainId }: CartMarket, { lines, ...terms }: CartTerms): Promise<Cart> {
  const asked = lines.map(({ shown: _, ...line }) => ({ ...line, chainId }))
  const { list } = await askSigner(() => api.cart.fills({ lines: asked }))
  if (list.length !== lines.length) throw new AppError('ORDER_MISMATCH')
  const leftOut: LeftOut[] = []
  const bought = lines.flatMap((line, at) => {
    const { fill, reason = 'unknown' } = list[at] ?? {}
    const purchase = fill && purchaseOf(line, fill)
    const why = purchase ? refusalOf(purchase, terms.payToken) : reason
    if (why === undefined) return purchase ?? []
    leftOut.push({ line, reason: why })
    return []
  })
  return { ...terms, lines: bought, leftOut, pays: bought.reduce((sum, { pays }) => sum + pays, 0n) }
}

function purchaseOf(line: CartLineTerms, fill: CartFill): CartPurchase {
  const { sellType, buyType } = fill
  if (!isCode(ASSET_TYPE, sellType) || !isCode(ASSET_TYPE, buyType)) throw new AppError('ORDER_TOKEN')
  const isAsked =
    fill.maker === line.seller && fill.salt === line.salt && fill.sellToken === line.collection && fill.sellTokenId === line.tokenId
  if (!isAsked) throw new AppError('ORDER_MISMATCH')
  const order: Order = {
    owner: fill.maker,
    salt: fill.salt,
    sellAsset: { token: fill.sellToken, tokenId: fill.sellTokenId, assetType: sellType },
    buyAsset: { token: fill.buyToken, tokenId: fill.buyTokenId, assetType: buyType },
    selling: fill.selling,
    buying: fill.buying,
    sellerFee: BigInt(fill.sellerFee),
  }
  return { line, fill, order, pays: amountDue(order, line.quantity, BigInt(fill.buyerFee)) }
}

function refusalOf({ line, order, pays }: CartPurchase, payToken: Address): LeftOut['reason'] | undefined {
  const { token, assetType } = moneyOf(payToken)
  if (order.buyAsset.token !== token || order.buyAsset.assetType !== assetType) return 'otherMoney'
  const { unitPrice, buyerFeeBps } = line.shown
  return pays > amountDue({ selling: 1n, buying: unitPrice }, line.quantity, buyerFeeBps) ? 'dearer' : undefined
}

/**
 * The call that buys each line as a whole or not at all, with the exact value and a limit of gas. With fewer than `least` it
 * reverts: a wallet that chooses the limit itself would find one for so many. Throws CART_EMPTY.
 */
export function cartCall({ chainId, config }: Market, { lines, payToken, to, pays }: Cart, least = 1): ContractCall {
  if (lines.length === 0) throw new AppError('CART_EMPTY')
  const fills = lines.map(({ line, order, fill }) => ({
    order: toExchangeOrder(order),
    sig: fill.proof === 'contract' ? NO_PROOF : makerProof(fill),
    buyerFee: BigInt(fill.buyerFee),
    buyerFeeSig: feeProofOf(fill),
    amount: line.quantity,
  }))
  const extras = lines.flatMap(({ fill: { proof, signature, voucher = '0x' } }, at) => {
    const bytes = proof === 'contract' ? signature : '0x'
    return size(bytes) + size(voucher) === 0 ? [] : [{ line: BigInt(at), signature: bytes, voucher, leastAmount: 0n }]
  })
  const buyer = to ?? ZERO_ADDRESS
  const isPlain = extras.length === 0
  return {
    chainId,
    address: config.contract.exchange,
    abi: EXCHANGE_ABI,
    functionName: isPlain ? 'sweep' : 'sweepWith',
    args: isPlain ? [fills, buyer, BigInt(least)] : [fills, extras, buyer, BigInt(least)],
    value: payToken === ZERO_ADDRESS ? pays : 0n,
    gas: gasOfCart(lines, payToken),
  }
}

const NO_PROOF = makerProof({ proof: 'registered', signature: '0x' })
const feeProofOf = ({ v, r, s }: CartFill) => (v === undefined || r === undefined || s === undefined ? NO_PROOF : { v, r, s })

/** Payees as far as the market knows them; of unknown ones the last lines lack gas, and cost nothing. */
function gasOfCart(lines: readonly CartPurchase[], payToken: Address): bigint {
  const isCoin = payToken === ZERO_ADDRESS
  const creators = new Map(lines.map(({ order, fill }) => [`${order.sellAsset.token}:${fill.creator}`, fill.royalties.length]))
  const sellers = new Set(lines.map(({ order }) => order.owner))
  const paid = [...creators.values()].reduce((sum, each) => sum + each, 0)
  return sweepGas({
    lines: lines.length,
    payees: paid + (isCoin ? sellers.size : 1),
    minted: lines.filter(({ fill }) => fill.voucher !== undefined).length,
    money: isCoin ? 'coin' : 'erc20',
  })
}

/**
 * Buys lines of one money in one transaction, none dearer than it was shown. `onLeftOut` sees what can't be bought; where it answers
 * false the act ends with CART_CHANGED.
 */
export function buyMany(
  market: CartMarket,
  terms: CartTerms,
  onLeftOut: (leftOut: readonly LeftOut[]) => boolean | Promise<boolean> = () => true,
): Act {
  const fetch = async () => {
    if (terms.to !== undefined) await requireWallet(market, terms.to)
    const cart = await fetchCart(market, terms)
    if (cart.lines.length === 0) throw new AppError('CART_EMPTY')
    if (cart.leftOut.length > 0 && !(await onLeftOut(cart.leftOut))) throw new AppError('CART_CHANGED')
    return cart
  }
  const spendingOf = async () => {
    if (terms.payToken === ZERO_ADDRESS) return undefined
    return { token: terms.payToken, payment: (await fetch()).pays, isUnlimited: false }
  }
  return [...allowSteps(market, spendingOf), { key: 'pay', prepare: async () => transaction(cartCall(market, await fetch())) }]
}

/** The market's allowance of a token, and the need of the account's open bids: the rest was for lines that failed. */
export async function leftAllowance(market: Market, token: Address): Promise<{ readonly allowed: bigint; readonly need: bigint }> {
  const [allowed, need] = await Promise.all([allowanceOf(market, token), needOf(market, { token, payment: 0n })])
  return { allowed, need }
}
