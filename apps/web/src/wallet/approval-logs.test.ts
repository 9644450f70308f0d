import { toAddress } from '@plinth/protocol'
import { hexToBigInt, numberToHex, type PublicClient, pad, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { readApprovalLogs } from './approval-logs.ts'

const of = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [ALICE, PROXY, TOKEN, WORKS] = [of('a'), of('d'), of('7'), of('c')]
const APPROVAL = toEventSelector('Approval(address,address,uint256)')
const FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)')

type Asked = { fromBlock: `0x${string}`; toBlock: `0x${string}`; topics: unknown }
type Log = { at: bigint; address: string; topics: readonly string[] }

/** A node that answers at most `most` blocks at once, none below `pruned`. */
function aNode(head: bigint, logs: readonly Log[], { most = head + 1n, pruned = 0n } = {}) {
  const asked: Asked[] = []
  const client = {
    getBlockNumber: async () => head,
    request: async ({ params: [range] }: { params: [Asked] }) => {
      asked.push(range)
      const [from, to] = [hexToBigInt(range.fromBlock), hexToBigInt(range.toBlock)]
      if (to - from + 1n > most || from < pruned) throw new Error('too many blocks')
      return logs.filter(({ at }) => at >= from && at <= to)
    },
  }
  return { client: client as never as PublicClient, asked }
}

const LOGS: readonly Log[] = [
  { at: 5n, address: TOKEN, topics: [APPROVAL, pad(ALICE), pad(PROXY)] },
  { at: 60n, address: TOKEN, topics: [APPROVAL, pad(ALICE), pad(PROXY)] },
  { at: 9_000n, address: WORKS, topics: [APPROVAL, pad(ALICE), pad(PROXY), pad(numberToHex(7))] },
  { at: 9_999n, address: WORKS, topics: [FOR_ALL, pad(ALICE), pad(PROXY)] },
]
const LOGGED = {
  token: { of: 'token', address: TOKEN, spender: PROXY, tokenId: undefined },
  item: { of: 'item', address: WORKS, spender: PROXY, tokenId: 7n },
  collection: { of: 'collection', address: WORKS, spender: PROXY, tokenId: undefined },
}

describe('[APPR-04] approvals by logs', () => {
  it('are read from any contract in one question where the node allows it, each once', async () => {
    const { client, asked } = aNode(10_000n, LOGS)
    const { found, from, to } = await readApprovalLogs(client, ALICE, [PROXY])
    expect([from, to]).toEqual([0n, 10_000n])
    expect(found).toEqual([LOGGED.token, LOGGED.item, LOGGED.collection])
    expect(asked).toEqual([{ fromBlock: '0x0', toBlock: '0x2710', topics: [[APPROVAL, FOR_ALL], pad(ALICE), [pad(PROXY)]] }])
  })

  it('are read in parts that the node answers, back to the first block', async () => {
    const { client } = aNode(10_000n, LOGS, { most: 1_000n })
    expect(await readApprovalLogs(client, ALICE, [PROXY])).toEqual({
      found: [LOGGED.item, LOGGED.collection, LOGGED.token].toSorted(
        (a, b) => ['collection', 'item', 'token'].indexOf(a.of) - ['collection', 'item', 'token'].indexOf(b.of),
      ),
      from: 0n,
      to: 10_000n,
    })
  })

  it('end where the node has no older blocks, and say so', async () => {
    const { client } = aNode(10_000n, LOGS, { most: 1_000n, pruned: 8_500n })
    const { found, from } = await readApprovalLogs(client, ALICE, [PROXY])
    expect(found.map((one) => one.of).toSorted()).toEqual(['collection', 'item'])
    expect(from >= 8_500n && from < 9_000n).toBe(true)
  })

  it('are none where the node gives no logs', async () => {
    const { client, asked } = aNode(10_000n, LOGS, { most: 0n })
    expect(await readApprovalLogs(client, ALICE, [PROXY])).toEqual({ found: [], from: 10_001n, to: 10_000n })
    expect(asked.length).toBeLessThan(10)
  })
})
