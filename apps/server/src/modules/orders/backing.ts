import { type Address, ASSET_TYPE, feeOf, ORDER_TYPE, type Order, toAddress, unpackSalt } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { erc20Abi, erc721Abi, parseAbi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { isRevert } from './proof.ts'
import type { OrderShape } from './shape.ts'

const erc1155Abi = parseAbi([
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function isApprovedForAll(address account, address operator) view returns (bool)',
])

export type Backing = {
  /** Items (sale) or pay-token units (bid) that the maker has. */
  readonly has: boolean
  /** The transfer proxy may move them. */
  readonly isApproved: boolean
  /** Filled or cancelled on chain, in any version. */
  readonly isSpent: boolean
}

/** What the chain itself says of an order right now, at one block. @throws AppError CHAIN_UNREACHABLE */
export async function backingOnChain(
  chain: Chain,
  order: Order,
  shape: OrderShape,
  left: bigint,
): Promise<Backing & { readonly block: number }> {
  // The head itself: what is listed in it must not seem older than it.
  const { number: block } = await chain.refresh()
  const { exchange, transferProxy } = chain.config.contracts
  const isSpent = chain.ask((node) =>
    node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'isSpent', args: [order.owner, order.salt] }),
  )
  const [spent, holding] = await Promise.all([
    isSpent,
    shape.side === ORDER_TYPE.SALE
      ? itemsOf(chain, order.owner, shape, left, transferProxy)
      : moneyOf(chain, order, shape, left, transferProxy),
  ])
  return { ...holding, isSpent: spent, block }
}

type Holding = Pick<Backing, 'has' | 'isApproved'>
const NOTHING: Holding = { has: false, isApproved: false }

async function itemsOf(chain: Chain, maker: Address, shape: OrderShape, left: bigint, operator: Address): Promise<Holding> {
  const address = shape.item.token
  const read = async (): Promise<Holding> => {
    if (shape.item.assetType === ASSET_TYPE.ERC1155) {
      const [balance, isApproved] = await Promise.all([
        chain.client.readContract({ address, abi: erc1155Abi, functionName: 'balanceOf', args: [maker, shape.item.tokenId] }),
        chain.client.readContract({ address, abi: erc1155Abi, functionName: 'isApprovedForAll', args: [maker, operator] }),
      ])
      return { has: balance >= left, isApproved }
    }
    const [owner, isApproved] = await Promise.all([
      chain.client.readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [shape.item.tokenId] }),
      chain.client.readContract({ address, abi: erc721Abi, functionName: 'isApprovedForAll', args: [maker, operator] }),
    ])
    return { has: toAddress(owner) === maker, isApproved }
  }
  return chain.ask(() => read().catch(nothingIfRefused))
}

async function moneyOf(chain: Chain, order: Order, shape: OrderShape, left: bigint, spender: Address): Promise<Holding> {
  const address = shape.payToken
  const price = shape.unitPrice * left
  const need = price + feeOf(price, BigInt(unpackSalt(order.salt).maxBuyerFeeBps))
  const read = async (): Promise<Holding> => {
    const [balance, allowance] = await Promise.all([
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [order.owner] }),
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [order.owner, spender] }),
    ])
    return { has: balance >= need, isApproved: allowance >= need }
  }
  return chain.ask(() => read().catch(nothingIfRefused))
}

function nothingIfRefused(error: unknown): Holding {
  if (isRevert(error)) return NOTHING
  throw error
}
