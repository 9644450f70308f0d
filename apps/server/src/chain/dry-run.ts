import { randomBytes } from 'node:crypto'
import { type Address, toAddress } from '@plinth/protocol'
import { type Hex, numberToHex, RpcRequestError } from 'viem'
import type { Chain } from './chain.ts'
import { type FaultKind, isNodeFault, NodeFault } from './node-fault.ts'
import type { Node } from './pool.ts'
import { findSlots, type Override, type TokenSlots } from './token-slots.ts'

/** A call as a buyer would send it, and the money which that buyer has. */
export type Fill = {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly money?: { readonly token: Address; readonly spender: Address; readonly amount: bigint } | undefined
}

/** `unanswered` says nothing of the call: the node failed, can't do it, or another one answers otherwise. */
export type FillAnswer =
  | { readonly is: 'passed' }
  | { readonly is: 'reverted'; readonly reason: string }
  | { readonly is: 'unanswered'; readonly reason: string }

export type DryRun = { readonly answers: readonly FillAnswer[]; readonly requests: number }

/** What the state of the block must say for the calls to mean anything. */
export type Guard = { readonly to: Address; readonly data: Hex; readonly result: Hex }

/** Several times what a sweep lets one fill use. */
const GAS = 5_000_000n

/**
 * Runs each call alone on the state of one block, from an account of its own that no contract can know: made up for this call,
 * without code, with just the money it needs. A revert counts where a second node, if there is one, reverts as well.
 */
export async function dryRun(chain: Chain, blockHash: Hex, fills: readonly Fill[], guards: readonly Guard[]): Promise<DryRun> {
  const counted = { requests: 0 }
  const first = await onOneNode(chain, { blockHash, fills, guards, counted })
  const answers = [...first.answers]
  const doubted = answers.flatMap(({ is }, index) => (is === 'reverted' ? [index] : []))
  if (first.node && chain.pool.size > 1 && doubted.length > 0) {
    const asked = doubted.flatMap((index) => fills[index] ?? [])
    const second = await onOneNode(chain, { blockHash, fills: asked, guards, counted, besides: first.node })
    for (const [place, index] of doubted.entries()) {
      const answer = second.answers[place]
      if (answer?.is === 'passed') answers[index] = unanswered('nodes differ')
      else if (answer?.is === 'unanswered') answers[index] = answer
    }
  }
  return { answers, requests: counted.requests }
}

type Question = {
  readonly blockHash: Hex
  readonly fills: readonly Fill[]
  readonly guards: readonly Guard[]
  readonly counted: { requests: number }
  readonly besides?: Node
}

type OfNode = { readonly node?: Node; readonly answers: readonly FillAnswer[] }

const unanswered = (reason: string): FillAnswer => ({ is: 'unanswered', reason })

/** Faults that another node may not have, and that the pool must know of. */
const LOST: ReadonlySet<FaultKind> = new Set(['unreachable', 'late', 'rate limit', 'no answer of JSON-RPC', 'wrong chain'])

async function onOneNode(chain: Chain, question: Question): Promise<OfNode> {
  const { fills, besides, counted } = question
  const none = (reason: string): OfNode => ({ answers: fills.map(() => unanswered(reason)) })
  const ask = async (node: Node): Promise<OfNode> => {
    if (node === besides) return none('no second node')
    const asked: Node = {
      name: node.name,
      request: (method, params) => {
        counted.requests++
        return node.request(method, params)
      },
    }
    try {
      const state = await prepare(asked, question)
      const answers = await inParallel(fills, chain.parallel, (fill) => answerOf(asked, fill, state))
      return { node, answers }
    } catch (error) {
      if (isLost(error)) throw error
      return none(error instanceof Error ? error.message : String(error))
    }
  }
  try {
    return await chain.pool.withNode(async (node) => {
      const found = await ask(node)
      // One that can't do it is no fault for others who ask it: the next one is asked in its place.
      if (found.node || besides || chain.pool.size === 1) return found
      return await chain.pool.withNode(ask, { besides: node })
    }, besides && { besides })
  } catch (error) {
    if (!isNodeFault(error)) throw error
    return none(error instanceof Error ? error.message : 'no node answered')
  }
}

const isLost = (error: unknown): boolean => error instanceof NodeFault && LOST.has(error.kind)

type State = { readonly block: unknown; readonly gasPrice: bigint; readonly slots: ReadonlyMap<Address, TokenSlots> }

/**
 * Whether the node has the block, runs code that is put in place for one call, and tells a revert from a result: one that ignores
 * the third argument of eth_call would say that no purchase passes. @throws Error
 */
async function prepare(node: Node, { blockHash, guards, fills }: Question): Promise<State> {
  const header = await node.request('eth_getBlockByHash', [blockHash, false])
  if (typeof header !== 'object' || header === null || !('hash' in header) || header.hash !== blockHash) throw new Error('no such block')
  const baseFee = 'baseFeePerGas' in header && typeof header.baseFeePerGas === 'string' ? BigInt(header.baseFeePerGas) : 0n
  const block = { blockHash }
  const [code, caller, balance] = [someAddress(), someAddress(), BigInt(`0x${randomBytes(8).toString('hex')}`)]
  const control = (end: 'f3' | 'fd') =>
    node.request('eth_call', [
      { from: caller, to: code, data: '0x' },
      block,
      { [caller]: { balance: numberToHex(balance) }, [code]: { code: `${BALANCE_OF_CALLER}${end}` } },
    ])
  if ((await control('f3')) !== numberToHex(balance, { size: 32 })) throw new Error('the node ignores state overrides')
  const reverted = await control('fd').then(
    () => false,
    (error: unknown) => revertOf(error) !== undefined,
  )
  if (!reverted) throw new Error('the node reports no revert')
  for (const { to, data, result } of guards)
    if ((await node.request('eth_call', [{ to, data }, block])) !== result) throw new Error('the fees changed')
  const slots = new Map<Address, TokenSlots>()
  for (const { money } of fills)
    if (money && !slots.has(money.token)) {
      const found = await findSlots(node, block, { token: money.token, spender: money.spender, holder: someAddress() })
      if (found) slots.set(money.token, found)
    }
  // As a wallet would offer: a contract can tell a call without a price of gas from a transaction.
  return { block, gasPrice: baseFee * 2n, slots }
}

/** Returns, or reverts with, the caller's balance: CALLER BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0. */
const BALANCE_OF_CALLER = '0x333160005260206000'

const someAddress = (): Address => toAddress(`0x${randomBytes(20).toString('hex')}`)

async function answerOf(node: Node, { to, data, value, money }: Fill, { block, gasPrice, slots }: State): Promise<FillAnswer> {
  const from = someAddress()
  const overrides: Record<Address, Override> = { [from]: { balance: numberToHex(value + 2n * GAS * gasPrice) } }
  if (money) {
    const token = slots.get(money.token)
    if (!token) return unanswered('no balance of the pay token can be put in place')
    overrides[money.token] = { stateDiff: token.fund({ holder: from, spender: money.spender, amount: money.amount }) }
  }
  const call = {
    from,
    to,
    data,
    value: numberToHex(value),
    gas: numberToHex(GAS),
    gasPrice: gasPrice > 0n ? numberToHex(gasPrice) : undefined,
  }
  try {
    const result = await node.request('eth_call', [call, block, overrides])
    return result === '0x' ? { is: 'passed' } : unanswered('an answer that no purchase has')
  } catch (error) {
    if (isLost(error)) throw error
    const reason = revertOf(error)
    return reason === undefined
      ? unanswered(error instanceof Error ? error.message.slice(0, 200) : 'no answer')
      : { is: 'reverted', reason }
  }
}

/** What makes any transaction fail on chain, in the words of geth and those that follow it. */
const HALTS = /revert|out of gas|invalid opcode|invalid jump|stack (under|over)flow/i

/** Why the call reverted; undefined where the node failed or refused. */
function revertOf(error: unknown): string | undefined {
  if (!(error instanceof RpcRequestError)) return undefined
  const { code, data, details } = error
  // EIP-1474 has no code for it: 3 is geth's, -32015 Nethermind's.
  const isRevert = code === 3 || (code as number) === -32_015 || HALTS.test(details)
  if (!isRevert) return undefined
  return typeof data === 'string' && /^0x[0-9a-f]{8}/i.test(data) ? data.slice(0, 10) : details.slice(0, 100)
}

async function inParallel<T, R>(list: readonly T[], many: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < list.length; from += many) results.push(...(await Promise.all(list.slice(from, from + many).map(work))))
  return results
}
