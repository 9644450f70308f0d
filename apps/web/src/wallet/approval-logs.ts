import { type Address, toAddress } from '@plinth/protocol'
import { type Hex, hexToBigInt, numberToHex, type PublicClient, pad, slice, toEventSelector } from 'viem'

const APPROVAL = toEventSelector('Approval(address,address,uint256)')
const APPROVAL_FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)')
/** Below this many blocks at once a node that refuses has another reason. */
const LEAST_STEP = 64n
/** Questions to one node; older logs are left out. */
const MOST_QUESTIONS = 60

/** An approval that a log names, whatever became of it: of all items of a collection, of one, or of an amount of a token. */
export type LoggedApproval = {
  readonly of: 'collection' | 'item' | 'token'
  readonly address: Address
  readonly spender: Address
  readonly tokenId: bigint | undefined
}
/** Tokens in the node's logs of these blocks; `from` is above `to` if the node gave none. */
export type ApprovalLogs = { readonly found: readonly LoggedApproval[]; readonly from: bigint; readonly to: bigint }

type Log = { readonly address: Hex; readonly topics: readonly Hex[] }

/**
 * Approvals that an account gave to these spenders, of any contract, newest blocks first. Nodes answer only so many blocks at once: one
 * that refuses is asked for a quarter.
 */
export async function readApprovalLogs(client: PublicClient, account: Address, spenders: readonly Address[]): Promise<ApprovalLogs> {
  const to = await client.getBlockNumber()
  const topics = [[APPROVAL, APPROVAL_FOR_ALL], pad(account), spenders.map((spender) => pad(spender))]
  const logs: Log[] = []
  let from = to + 1n
  for (let step = from, asked = 0; from > 0n && asked < MOST_QUESTIONS; asked++) {
    const first = from > step ? from - step : 0n
    const range = { fromBlock: numberToHex(first), toBlock: numberToHex(from - 1n), topics }
    const part = await client.request({ method: 'eth_getLogs', params: [range] } as never).then(
      (some) => some as readonly Log[],
      () => undefined,
    )
    if (part) {
      logs.push(...part)
      from = first
    } else if (step <= LEAST_STEP) break
    else step /= 4n
  }
  return { found: withoutRepeats(logs.flatMap(readLog)), from, to }
}

function readLog({ address: at, topics }: Log): LoggedApproval[] {
  const [event, , second, id] = topics
  if (second === undefined) return []
  const of = event === APPROVAL_FOR_ALL ? 'collection' : id === undefined ? 'token' : 'item'
  return [{ of, address: toAddress(at), spender: toAddress(slice(second, 12)), tokenId: id === undefined ? undefined : hexToBigInt(id) }]
}

function withoutRepeats(found: readonly LoggedApproval[]): LoggedApproval[] {
  return [...new Map(found.map((one) => [[one.of, one.address, one.spender, one.tokenId].join(), one])).values()]
}
