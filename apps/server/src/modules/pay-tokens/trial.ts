import { randomBytes } from 'node:crypto'
import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { encodeFunctionData, erc20Abi, type Hex, keccak256, numberToHex, parseAbiItem } from 'viem'
import { z } from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { isNodeFault } from '../../chain/node-fault.ts'
import type { Node } from '../../chain/pool.ts'

/** What came of transfers that a node only simulated. */
export type Trial =
  | { readonly is: 'passed' }
  /** Its balances are those of the chain's coin. */
  | { readonly is: 'coin' }
  | { readonly is: 'differs'; readonly sent: bigint; readonly left: bigint; readonly arrived: bigint }
  | { readonly is: 'refused'; readonly holder: Address }
  | { readonly is: 'untried'; readonly reason: 'no holder' | 'no node' }

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** A busy token shows its holders in a few blocks; a node may refuse its logs of many. */
const LOOKED_BACK = [20, 400, 5_000] as const
const MOST_CANDIDATES = 50
const MOST_HOLDERS = 3
const TRANSFERS = 20
/** All transfers of a trial together send less than this share of a balance. */
const SHARE = 32n
/** Smaller balances make transfers of a few units, which prove little. */
const LEAST_BALANCE = 1_000n

/** Simulates transfers of odd amounts as the transfer proxy makes them, from one of the token's holders. */
export async function tryTransfers(chain: Chain, token: Address, named: Address | undefined): Promise<Trial> {
  const candidates = named ? [named] : await recentHolders(chain, token)
  const [payee, coins] = [someAddress(), BigInt(`0x${randomBytes(8).toString('hex')}`)]
  const accounts = [payee, ...candidates]
  const balances = await simulate(chain, { calls: accounts.map((account) => balanceCall(token, account)), coins: { [payee]: coins } })
  if (!balances) return { is: 'untried', reason: 'no node' }
  if (amountOf(balances[0]) === coins) return { is: 'coin' }
  const holders = candidates
    .map((holder, index) => ({ holder, balance: amountOf(balances[index + 1]) ?? 0n }))
    .filter(({ balance }) => balance >= LEAST_BALANCE)
    .toSorted((a, b) => (a.balance < b.balance ? 1 : -1))
  let trial: Trial = { is: 'untried', reason: 'no holder' }
  for (const { holder, balance } of holders.slice(0, MOST_HOLDERS)) {
    trial = await tryFrom(chain, { token, holder, balance })
    // An account of its own kind, such as a locked one, says nothing of the token.
    if (trial.is !== 'refused') return trial
  }
  return trial
}

type Holder = { readonly token: Address; readonly holder: Address; readonly balance: bigint }

async function tryFrom(chain: Chain, { token, holder, balance }: Holder): Promise<Trial> {
  const [spender, payee] = [someAddress(), someAddress()]
  const amounts = Array.from({ length: TRANSFERS }, (_, index) => (BigInt(keccak256(numberToHex(index))) % (balance / SHARE)) + 1n)
  const look = [balanceCall(token, holder), balanceCall(token, payee)]
  const allow = { from: holder, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, balance] }) }
  const send = (amount: bigint): Call => ({
    from: spender,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [holder, payee, amount] }),
  })
  const results = await simulate(chain, { calls: [allow, ...look, ...amounts.flatMap((amount) => [send(amount), ...look])] })
  if (!results) return { is: 'untried', reason: 'no node' }
  const [allowed, ...rest] = results
  if (!isYes(allowed)) return { is: 'refused', holder }
  let [payers, payees] = [amountOf(rest[0]), amountOf(rest[1])]
  for (const [index, sent] of amounts.entries()) {
    const at = 2 + index * 3
    const [payerNow, payeeNow] = [amountOf(rest[at + 1]), amountOf(rest[at + 2])]
    if (!isYes(rest[at]) || payers === undefined || payees === undefined || payerNow === undefined || payeeNow === undefined)
      return { is: 'refused', holder }
    const [left, arrived] = [payers - payerNow, payeeNow - payees]
    if (left !== sent || arrived !== sent) return { is: 'differs', sent, left, arrived }
    payers = payerNow
    payees = payeeNow
  }
  return { is: 'passed' }
}

/** Receivers of its latest transfers; none where the node gives no logs. */
async function recentHolders(chain: Chain, token: Address): Promise<Address[]> {
  try {
    const head = await chain.client.getBlockNumber()
    for (const blocks of LOOKED_BACK) {
      const fromBlock = head > BigInt(blocks) ? head - BigInt(blocks) : 0n
      const logs = await chain.client.getLogs({ address: token, event: TRANSFER, fromBlock, toBlock: head })
      const receivers = logs.toReversed().flatMap(({ args }) => (args.to ? [toAddress(args.to)] : []))
      const found = [...new Set(receivers)].filter((account) => account !== ZERO_ADDRESS)
      if (found.length > 0) return found.slice(0, MOST_CANDIDATES)
    }
    return []
  } catch {
    return []
  }
}

type Call = { readonly from?: Address; readonly to: Address; readonly data: Hex }
type Simulated = { readonly isSuccess: boolean; readonly data: string }
type Simulation = { readonly calls: readonly Call[]; readonly coins?: Readonly<Record<Address, bigint>> }

const Answer = z.tuple([z.object({ calls: z.array(z.object({ status: z.string(), returnData: z.string() })) })])

/** Runs calls one after the other on the latest block's state; undefined where no node can. */
async function simulate(chain: Chain, { calls, coins = {} }: Simulation): Promise<Simulated[] | undefined> {
  const stateOverrides = Object.fromEntries(Object.entries(coins).map(([account, coin]) => [account, { balance: numberToHex(coin) }]))
  const params = [{ blockStateCalls: [{ stateOverrides, calls }], validation: false }, 'latest']
  const ask = async (node: Node): Promise<Simulated[] | undefined> => {
    // A node that lacks the method is no fault for others who ask it.
    const answer = Answer.safeParse(await node.request('eth_simulateV1', params).catch(() => undefined))
    const results = answer.data?.[0].calls
    if (results?.length !== calls.length) return undefined
    return results.map(({ status, returnData }) => ({ isSuccess: Number(status) === 1, data: returnData }))
  }
  try {
    return await chain.pool.withNode(async (node) => {
      const found = await ask(node)
      return found || chain.pool.size === 1 ? found : chain.pool.withNode(ask, { besides: node })
    })
  } catch (error) {
    if (isNodeFault(error)) return undefined
    throw error
  }
}

function balanceCall(token: Address, account: Address): Call {
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }) }
}

function amountOf(result: Simulated | undefined): bigint | undefined {
  return result?.isSuccess && /^0x[0-9a-f]{64}$/i.test(result.data) ? BigInt(result.data) : undefined
}

/** True, or nothing at all, as some tokens answer. */
function isYes(result: Simulated | undefined): boolean {
  return result?.isSuccess === true && (result.data === '0x' || amountOf(result) === 1n)
}

function someAddress(): Address {
  return toAddress(`0x${randomBytes(20).toString('hex')}`)
}
