import { type Address, BPS, MAX_FEE_BPS, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { type AbiFunction, decodeFunctionResult, encodeFunctionData, type PublicClient, parseAbi } from 'viem'
import { isNodeFault } from './node-fault.ts'

const abi = parseAbi([
  'function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 amount)',
  'function getFeeRecipients(uint256 tokenId) view returns (address[])',
  'function getFeeBps(uint256 tokenId) view returns (uint256[])',
])
/** The gas that `Royalties.sol` gives a collection's call, plus the cost of a call. */
const READ_GAS = 100_000n + 30_000n
const MOST_RECIPIENTS = 5
/** Large enough that no share of it is rounded to zero. */
const PRICE = 10n ** 18n

type Client = Pick<PublicClient, 'call'>
type Ref = { readonly collection: Address; readonly tokenId: bigint }

/**
 * Bps that a sale of the item pays, by the order and limits of `Royalties.sol`: ERC-2981, else the fee lists, 10 % in all. The
 * first is the maker's, zero where it gets none. Whatever a contract answers, the worst case is no royalty.
 */
export async function readRoyalties(client: Client, ref: Ref, maker: Address): Promise<number[]> {
  const shares = (await royaltyInfo(client, ref)) ?? (await feeLists(client, ref))
  let left = BigInt(MAX_FEE_BPS)
  const paid = shares.map(({ to, bps }) => {
    const share = bps < left ? bps : left
    left -= share
    return { to, bps: Number(share) }
  })
  const others = paid.filter(({ to, bps }) => to !== maker && bps > 0).map(({ bps }) => bps)
  const own = paid.reduce((sum, { to, bps }) => (to === maker ? sum + bps : sum), 0)
  return own > 0 || others.length > 0 ? [own, ...others] : []
}

/** The royalty of a sale to others than its maker, in bps rounded up. A new sale's salt carries it. */
export async function readOthersRoyalty(client: Client, ref: Ref, maker: Address): Promise<number> {
  const shares = (await royaltyInfo(client, ref, PRICE - 1n)) ?? (await feeLists(client, ref))
  const asked = shares.reduce((sum, { to, bps }) => (to === maker ? sum : sum + bps), 0n)
  return Number(asked < BigInt(MAX_FEE_BPS) ? asked : BigInt(MAX_FEE_BPS))
}

type Share = { readonly to: Address; readonly bps: bigint }

/** `over` is added before the division, to round up. */
async function royaltyInfo(client: Client, { collection, tokenId }: Ref, over = 0n): Promise<Share[] | undefined> {
  const answer = await ask(client, collection, 'royaltyInfo', [tokenId, PRICE])
  if (!answer) return undefined
  const [to, amount] = answer as readonly [Address, bigint]
  return to === ZERO_ADDRESS || amount === 0n ? undefined : [{ to: toAddress(to), bps: (amount * BPS + over) / PRICE }]
}

async function feeLists(client: Client, { collection, tokenId }: Ref): Promise<Share[]> {
  const who = (await ask(client, collection, 'getFeeRecipients', [tokenId])) as readonly Address[] | undefined
  if (!who?.length) return []
  const bps = ((await ask(client, collection, 'getFeeBps', [tokenId])) ?? []) as readonly bigint[]
  const count = Math.min(who.length, bps.length, MOST_RECIPIENTS)
  return who.slice(0, count).flatMap((to, index) => (to === ZERO_ADDRESS ? [] : [{ to: toAddress(to), bps: bps[index] ?? 0n }]))
}

/** Undefined for a revert, for running out of gas, and for an answer of another shape. @throws NodeFault */
async function ask(client: Client, to: Address, functionName: string, args: readonly bigint[]): Promise<unknown> {
  const call: { abi: readonly AbiFunction[]; functionName: string } = { abi, functionName }
  try {
    const { data } = await client.call({ to, data: encodeFunctionData({ ...call, args }), gas: READ_GAS })
    return data && decodeFunctionResult({ ...call, data })
  } catch (error) {
    if (isNodeFault(error)) throw error
    return undefined
  }
}
