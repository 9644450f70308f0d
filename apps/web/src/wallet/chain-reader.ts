import { AppError } from '@plinth/api'
import { type Address, MOST_TRANSACTION_GAS } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import {
  BaseError,
  CallExecutionError,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type PublicClient,
  parseAbi,
  slice,
} from 'viem'
import { gasLimitOf, gasPriceOf } from './gas.ts'
import type { GasTracker, Handing } from './types.ts'

/** Runs the call without sending it and answers its result. Throws viem's decoded revert, NO_CONTRACT where nothing is deployed. */
export async function dryRun(client: PublicClient, account: Address, call: ContractCall): Promise<unknown> {
  const code = await client.getCode({ address: call.address })
  if (code === undefined || code === '0x') throw new AppError('NO_CONTRACT', { address: call.address })
  const { abi, address, args, functionName, value = 0n } = call
  if (value > 0n && (await client.getBalance({ address: account })) < value) throw new AppError('NOT_ENOUGH_FUNDS')
  return (await client.simulateContract({ abi, address, args, functionName, value, account })).result
}

const HOOK_ABI = parseAbi([
  'function onERC721Received(address operator, address from, uint256 tokenId, bytes data) returns (bytes4)',
  'function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data) returns (bytes4)',
])
/** More than any receiver's hook should need: an item whose hook needs more can be collected. */
const HOOK_GAS = 3_000_000n

/** Whether an account takes such an item: one without code does, one with code (EIP-7702 as well) answers the standard's hook. */
export async function takesItem(
  client: PublicClient,
  account: Address,
  { collection, operator, tokenId, isMany }: Handing,
): Promise<boolean> {
  const code = await client.getCode({ address: account })
  if (code === undefined || code === '0x') return true
  const data = isMany
    ? encodeFunctionData({ abi: HOOK_ABI, functionName: 'onERC1155Received', args: [operator, operator, tokenId, 1n, '0x'] })
    : encodeFunctionData({ abi: HOOK_ABI, functionName: 'onERC721Received', args: [operator, operator, tokenId, '0x'] })
  const answer = await client.call({ account: collection, to: account, data, gas: HOOK_GAS }).catch(refuseReverted)
  return answer?.data?.startsWith(slice(data, 0, 4)) ?? false
}

/** A revert is an answer; an unreachable node is none. */
function refuseReverted(error: unknown): undefined {
  if (error instanceof BaseError && error.walk((one) => one instanceof ExecutionRevertedError || one instanceof CallExecutionError))
    return undefined
  throw error
}

export const estimate = (client: PublicClient, account: Address, { abi, address, args, functionName, value = 0n }: ContractCall) =>
  client.estimateContractGas({ abi, address, args, functionName, value, account })

export type ReadTracker = (chainId: number) => Promise<GasTracker | undefined>
type Gas = { gas: bigint; gasPrice: bigint }

/** Gas as document B §7 rules it, and whether the account can pay for all. */
export async function gasOf(client: PublicClient, account: Address, call: ContractCall, tracker: ReadTracker): Promise<Gas> {
  const block = await client.getBlock({ blockTag: 'latest' })
  const { abi, address, args, functionName, value = 0n, gasReserve: reserve = 0n, gas: limit } = call
  const [gasPrice, balance, estimate] = await Promise.all([
    gasPriceOf(block.number, await tracker(call.chainId), () => client.getGasPrice()),
    client.getBalance({ address: account }),
    client.estimateContractGas({ abi, address, args, functionName, value, account }).catch(refuseKnown),
  ])
  if (balance < value + (estimate ?? 0n) * gasPrice) throw new AppError('NOT_ENOUGH_FUNDS')
  const affordable = gasPrice === 0n ? MOST_TRANSACTION_GAS : (balance - value) / gasPrice
  return { gas: gasLimitOf({ estimate, blockGasLimit: block.gasLimit, reserve, limit, affordable }), gasPrice }
}

/** A node that gives a reason (code -32000) is trusted; one that can't estimate leaves the seventh of a block. */
function refuseKnown(error: unknown): undefined {
  let link = error as { code?: unknown; cause?: unknown } | undefined
  while (link) {
    if (link.code === -32_000 || link.code === 3) throw error
    link = link.cause as typeof link
  }
}

export function tokenBalance(client: PublicClient, token: Address, account: Address): Promise<bigint> {
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

const MANY_ABI = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function totalSupply(uint256 id) view returns (uint256)',
])

type Item = { collection: Address; tokenId: bigint }

/** A collection of many asks by id; one of single items is asked for the owner. */
export async function itemBalance(client: PublicClient, { collection, tokenId }: Item, account: Address): Promise<bigint> {
  const many = { address: collection, abi: MANY_ABI, functionName: 'balanceOf', args: [account, tokenId] } as const
  try {
    return await client.readContract(many)
  } catch {
    const owner = await client.readContract({ address: collection, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
    return owner.toLowerCase() === account ? 1n : 0n
  }
}

/** How many there are of an item in a collection of many (document B §7). */
export function itemSupply(client: PublicClient, { collection, tokenId }: Item): Promise<bigint> {
  return client.readContract({ address: collection, abi: MANY_ABI, functionName: 'totalSupply', args: [tokenId] })
}
