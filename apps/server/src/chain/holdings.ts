import { type Address, ASSET_TYPE, type Asset, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { collection1155Abi } from '@plinth/protocol/abi'
import { erc20Abi, erc721Abi, parseAbi } from 'viem'
import type { Chain } from './chain.ts'
import { isRevert } from './revert.ts'

const erc1155Abi = parseAbi([
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function isApprovedForAll(address account, address operator) view returns (bool)',
])

/** What an account can give now. */
export type Holding = {
  /** Whether it holds the items (sale) or pay-token units (bid). */
  readonly has: boolean
  /** Whether the transfer proxy may transfer them. */
  readonly isApproved: boolean
}

const NOTHING: Holding = { has: false, isApproved: false }
const EVERYTHING: Holding = { has: true, isApproved: true }

/** What the transfer proxy must find when it takes an item. */
type Wanted = {
  readonly client: Chain['client']
  readonly maker: Address
  readonly item: Asset
  readonly left: bigint
  readonly operator: Address
}

/** Whether an account holds this quantity of an item, and has approved a transfer proxy for it. */
export async function itemsOnChain(chain: Chain, operator: Address, maker: Address, item: Asset, left: bigint): Promise<Holding> {
  const wanted = { client: chain.client, maker, item, left, operator }
  const read = item.assetType === ASSET_TYPE.MINTED ? mintableOf : item.assetType === ASSET_TYPE.ERC1155 ? unitsOf : oneOf
  return chain.read(() => read(wanted).catch(nothingIfRefused))
}

async function unitsOf({ client, maker, item, left, operator }: Wanted): Promise<Holding> {
  const call = { address: item.token, abi: erc1155Abi } as const
  const [balance, isApproved] = await Promise.all([
    client.readContract({ ...call, functionName: 'balanceOf', args: [maker, item.tokenId] }),
    client.readContract({ ...call, functionName: 'isApprovedForAll', args: [maker, operator] }),
  ])
  return { has: balance >= left, isApproved }
}

async function oneOf({ client, maker, item, operator }: Wanted): Promise<Holding> {
  const call = { address: item.token, abi: erc721Abi } as const
  const [owner, isApproved] = await Promise.all([
    client.readContract({ ...call, functionName: 'ownerOf', args: [item.tokenId] }),
    client.readContract({ ...call, functionName: 'isApprovedForAll', args: [maker, operator] }),
  ])
  return { has: toAddress(owner) === maker, isApproved }
}

/** Nothing is needed before the fill that mints the item; of an edition, later fills transfer what the maker holds. */
async function mintableOf(wanted: Wanted): Promise<Holding> {
  const { client, item, maker } = wanted
  const args = [item.tokenId] as const
  const read = { address: item.token, args } as const
  const creator = await client
    .readContract({ ...read, abi: collection1155Abi, functionName: 'creators' })
    .then(toAddress, (error: unknown) => undefinedIfRefused(error))
  if (creator !== undefined) return creator === ZERO_ADDRESS ? EVERYTHING : creator === maker ? unitsOf(wanted) : NOTHING
  const owner = await client
    .readContract({ ...read, abi: erc721Abi, functionName: 'ownerOf' })
    .catch((error: unknown) => undefinedIfRefused(error))
  return owner === undefined ? EVERYTHING : NOTHING
}

/** Whether an account's balance and allowance for a transfer proxy cover an amount of a pay token. */
export async function moneyOnChain(chain: Chain, spender: Address, account: Address, address: Address, need: bigint): Promise<Holding> {
  const { balance, allowance } = await spendableOnChain(chain, spender, account, address)
  return { has: balance >= need, isApproved: allowance >= need }
}

const NO_MONEY = { balance: 0n, allowance: 0n }

/** An account's balance of a pay token, and its allowance for a transfer proxy. */
export function spendableOnChain(chain: Chain, spender: Address, account: Address, address: Address): Promise<typeof NO_MONEY> {
  const read = async () => {
    const [balance, allowance] = await Promise.all([
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
      chain.client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [account, spender] }),
    ])
    return { balance, allowance }
  }
  return chain.read(() => read().catch((error: unknown) => (isRevert(error) ? NO_MONEY : Promise.reject(error))))
}

function nothingIfRefused(error: unknown): Holding {
  if (isRevert(error)) return NOTHING
  throw error
}

function undefinedIfRefused(error: unknown): undefined {
  if (isRevert(error)) return undefined
  throw error
}
