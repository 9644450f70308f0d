import { randomBytes } from 'node:crypto'
import { AppError } from '@plinth/api'
import { joinSignature, type OpenSettlement, parseSignature, type Signature, toAddress, toAuctionOrder } from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { BaseError, ContractFunctionRevertedError, encodeFunctionData, type Hex, type PublicClient } from 'viem'
import { type Chain, clientOf } from '../../chain/chain.ts'
import { isRevert } from '../../chain/revert.ts'
import type { StoredAuction, StoredBid } from '../../state/auctions/store.ts'

/** What one transaction may use (EIP-7825). */
const MOST_GAS = 16_777_216n
/** More than any token has: the dry run fails after the payments and names the owner's proceeds. */
export const NO_PROCEEDS = 2n ** 255n

export type OpenCall = {
  readonly auction: StoredAuction
  readonly winner: StoredBid
  readonly settlement: OpenSettlement
  /** Of a fee signer. */
  readonly signature: Signature
}

const argsOf = ({ auction, winner, settlement, signature }: OpenCall) =>
  [
    toAuctionOrder(settlement.bid.auction),
    bytesOf(auction),
    settlement.bid.buying,
    bytesOf(winner),
    settlement.recipients,
    settlement.bid.buyerFee,
    signature,
    settlement.bid.bidder,
    settlement.leastProceeds,
  ] as const

/** A key's signature as the contract splits it; what a contract takes, as it is. */
const bytesOf = ({ signature, proof }: Pick<StoredBid, 'signature' | 'proof'>): Hex =>
  proof === 'contract' ? signature : joinSignature(parseSignature(signature))

/** The data of `acceptBid`, which any account may send. */
export function openCallData(call: OpenCall): Hex {
  return encodeFunctionData({ abi: auctionExchangeAbi, functionName: 'acceptBid', args: argsOf(call) })
}

/**
 * What the owner would receive now, by a dry run on the newest block from an account that no contract knows; of two nodes that
 * differ the more, since it is the least that is signed. `call` must name NO_PROCEEDS. @throws AppError ORDER_NOT_FUNDABLE
 */
export async function proceedsNow(chain: Chain, call: OpenCall): Promise<bigint> {
  return chain.read(async () => {
    const [first, one] = await chain.pool.withNode(async (node) => [await proceedsOf(clientOf(chain.config, node), call), node] as const)
    if (chain.pool.size === 1) return first
    const second = await chain.pool.withNode((node) => proceedsOf(clientOf(chain.config, node), call), { besides: one })
    return first > second ? first : second
  })
}

async function proceedsOf(client: PublicClient, call: OpenCall): Promise<bigint> {
  const account = toAddress(`0x${randomBytes(20).toString('hex')}`)
  const at = { address: call.auction.exchange, abi: auctionExchangeAbi, functionName: 'acceptBid' } as const
  try {
    await client.simulateContract({ ...at, args: argsOf(call), account, gas: MOST_GAS })
  } catch (error) {
    const reverted = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    const { data } = reverted instanceof ContractFunctionRevertedError ? reverted : {}
    const [proceeds] = data?.errorName === 'AuctionProceedsBelowLeast' ? (data.args ?? []) : []
    if (typeof proceeds === 'bigint') return proceeds
    if (isRevert(error)) throw new AppError('ORDER_NOT_FUNDABLE', {}, { cause: error })
    throw error
  }
  throw new Error('A settlement reached a least that no token has')
}
