import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Hex, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Db } from '../db/database.ts'
import type { Chain } from './chain.ts'

export type ChainCall = { readonly to: Hex; readonly data: Hex; readonly value?: bigint }
export type Sender = {
  readonly db: Db
  readonly chain: Chain
  readonly account: PrivateKeyAccount
  /** Ends the waiting; what was sent stays sent. */
  readonly signal: AbortSignal
}

export class SendFailed extends Error {
  override readonly name = 'SendFailed'
}

/** Whoever died while sending keeps the others waiting for so long. */
const LEASE_MS = 90_000
const LOOK_MS = 50
const RECEIPT_MS = 45_000
/** A transaction that nobody mined in this time is replaced by one that pays more. */
const STUCK_MS = 20_000

const nowMs = sql<number>`(extract(epoch from now()) * 1000)::bigint`

/**
 * Sends and waits until it is in a block. One transaction of an account at a time, of whatever process: each takes the
 * number after the last one that was mined. @throws what the node says of a call that would revert; SendFailed
 */
export async function send(sender: Sender, call: ChainCall): Promise<TransactionReceipt> {
  const { chain, account } = sender
  return inTurn(sender, `sender:${chain.id}:${account.address}`, async () => {
    const isStuck = await waitForOthers(sender)
    return chain.ask(async (client) => {
      const { address } = account
      const [gas, fees, nonce] = await Promise.all([
        client.estimateGas({ account, to: call.to, data: call.data, value: call.value ?? 0n }),
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address, blockTag: 'latest' }),
      ])
      const factor = isStuck ? 2n : 1n
      const serializedTransaction = await account.signTransaction({
        ...{ chainId: chain.id, type: 'eip1559', nonce, to: call.to, data: call.data, value: call.value ?? 0n },
        gas: (gas * 5n) / 4n,
        maxFeePerGas: fees.maxFeePerGas * factor,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas * factor,
      })
      const hash = await client.sendRawTransaction({ serializedTransaction })
      const receipt = await waitForReceipt(client, hash, sender.signal)
      if (receipt.status !== 'success') throw new SendFailed(`Transaction ${hash} of chain ${chain.id} reverted`)
      return receipt
    })
  })
}

/** Whether what was sent before is still waiting. */
async function waitForOthers({ chain: { ask }, account: { address }, signal }: Sender): Promise<boolean> {
  const until = performance.now() + STUCK_MS
  for (;;) {
    const [mined, sent] = await ask((client) =>
      Promise.all((['latest', 'pending'] as const).map((blockTag) => client.getTransactionCount({ address, blockTag }))),
    )
    if (sent === undefined || mined === undefined || sent <= mined) return false
    if (performance.now() > until) return true
    await setTimeout(LOOK_MS, undefined, { signal })
  }
}

async function waitForReceipt(client: PublicClient, hash: Hex, signal: AbortSignal): Promise<TransactionReceipt> {
  const until = performance.now() + RECEIPT_MS
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt) return receipt
    if (performance.now() > until) throw new SendFailed(`Transaction ${hash} is in no block yet`)
    await setTimeout(LOOK_MS, undefined, { signal })
  }
}

async function inTurn<T>({ db, signal }: Sender, name: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const until = performance.now() + LEASE_MS
  while (!(await take(db, name, holder))) {
    if (performance.now() > until) throw new SendFailed('Another process is still sending')
    await setTimeout(LOOK_MS, undefined, { signal })
  }
  try {
    return await work()
  } finally {
    await db.deleteFrom('job_lease').where('name', '=', name).where('holder', '=', holder).execute()
  }
}

async function take(db: Db, name: string, holder: string): Promise<boolean> {
  const taken = await db
    .insertInto('job_lease')
    .values({ name, holder, until_ms: sql<number>`${nowMs} + ${LEASE_MS}::bigint`, ended_ms: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ holder: ref('excluded.holder'), until_ms: ref('excluded.until_ms') }))
        .where('job_lease.until_ms', '<', nowMs),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}
