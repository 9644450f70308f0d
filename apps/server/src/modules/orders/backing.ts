import { type Address, ASSET_TYPE, bidDraw, ORDER_TYPE, type Order, toAddress } from '@plinth/protocol'
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
  /** Items not filled yet, which may be fewer than the index knows. */
  readonly left: bigint
}

/** What the chain itself says of an order right now. @throws AppError CHAIN_UNREACHABLE */
export async function backingOnChain(chain: Chain, order: Order, shape: OrderShape): Promise<Backing & { readonly block: number }> {
  // The head itself: what is listed in it must not seem older than it.
  const { number: block } = await chain.refresh()
  const { exchange, transferProxy } = chain.config.contracts
  const args = [order.owner, order.salt] as const
  const [isSpent, filled] = await chain.ask((node) =>
    Promise.all([
      node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'isSpent', args }),
      shape.quantity > 1n ? node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'filled', args }) : 0n,
    ]),
  )
  const left = shape.quantity - filled
  const holding =
    shape.side === ORDER_TYPE.SALE
      ? await itemsOf(chain, order.owner, shape, left, transferProxy)
      : await moneyOf(chain, order, bidDraw(order, filled), shape.payToken, transferProxy)
  return { ...holding, isSpent, left, block }
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

async function moneyOf(chain: Chain, order: Order, need: bigint, address: Address, spender: Address): Promise<Holding> {
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
