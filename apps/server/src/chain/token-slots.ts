import type { Address } from '@plinth/protocol'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, keccak256, numberToHex } from 'viem'
import type { Node } from './pool.ts'

/** State that stands for the length of one eth_call, for one account. */
export type Override = { readonly balance?: Hex; readonly code?: Hex; readonly stateDiff?: Readonly<Record<Hex, Hex>> }

type Funded = { readonly holder: Address; readonly spender: Address; readonly amount: bigint }

/** Where a token keeps balances and allowances. */
export type TokenSlots = { readonly fund: (funded: Funded) => Record<Hex, Hex> }

type Order = 'solidity' | 'vyper'
/** A mapping at a slot; Vyper hashes key and slot the other way round. */
type Mapping = { readonly at: bigint; readonly order: Order }

/** OpenZeppelin's upgradeable ERC20 (ERC-7201): balances, then allowances. */
const NAMESPACED = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n
const MAPPINGS: readonly Mapping[] = [
  ...Array.from({ length: 128 }, (_, at): Mapping => ({ at: BigInt(at), order: 'solidity' })),
  ...[NAMESPACED, NAMESPACED + 1n].map((at): Mapping => ({ at, order: 'solidity' })),
  ...Array.from({ length: 20 }, (_, at): Mapping => ({ at: BigInt(at), order: 'vyper' })),
]
/** Some tokens keep 96 bits, or a flag in the highest one. */
const MARK = 2n ** 80n

/**
 * Finds them by the answers of the token itself: each mapping it may have holds another amount for the holder. Undefined where its
 * answers are no amount of these: balances that grow, or mappings elsewhere.
 */
export async function findSlots(
  node: Node,
  block: unknown,
  { token, spender, holder }: { readonly token: Address; readonly spender: Address; readonly holder: Address },
): Promise<TokenSlots | undefined> {
  const mappingOf = async (data: Hex, slotOf: (mapping: Mapping) => Hex): Promise<Mapping | undefined> => {
    const stateDiff = Object.fromEntries(MAPPINGS.map((mapping, index) => [slotOf(mapping), wordOf(MARK * BigInt(index + 1))]))
    const answer = await node.request('eth_call', [{ to: token, data }, block, { [token]: { stateDiff } }])
    if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) return undefined
    const amount = BigInt(answer)
    return amount % MARK === 0n ? MAPPINGS[Number(amount / MARK) - 1] : undefined
  }
  const balances = await mappingOf(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }), (mapping) =>
    entryOf(mapping, holder),
  )
  const allowances = await mappingOf(encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [holder, spender] }), (mapping) =>
    allowanceOf(mapping, holder, spender),
  )
  if (!balances || !allowances) return undefined
  return {
    fund: ({ holder: who, spender: by, amount }) => ({
      [entryOf(balances, who)]: wordOf(amount),
      [allowanceOf(allowances, who, by)]: wordOf(amount),
    }),
  }
}

const wordOf = (value: bigint): Hex => numberToHex(value, { size: 32 })

const WORDS = [{ type: 'bytes32' }, { type: 'bytes32' }] as const
const padded = (address: Address): Hex => wordOf(BigInt(address))
const hashOf = (key: Hex, slot: Hex, order: Order): Hex =>
  keccak256(encodeAbiParameters(WORDS, order === 'solidity' ? [key, slot] : [slot, key]))

const entryOf = ({ at, order }: Mapping, key: Address): Hex => hashOf(padded(key), wordOf(at), order)
const allowanceOf = (mapping: Mapping, holder: Address, spender: Address): Hex =>
  hashOf(padded(spender), entryOf(mapping, holder), mapping.order)
