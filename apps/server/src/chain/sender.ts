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
  /** Ends the waiting; sent transactions stay sent. */
  readonly signal: AbortSignal
}

export class SendFailed extends Error {
  override readonly name = 'SendFailed'
}

/** The call needs more gas than its caller grants it. Nothing was sent. */
export class TooDear extends Error {
  override readonly name = 'TooDear'
}

/** A process that died while sending blocks the others for so long. */
const LEASE_MS = 90_000
const LOOK_MS = 50
const RECEIPT_MS = 45_000
/** A transaction that was not mined in this time is replaced by one that pays more. */
const STUCK_MS = 20_000

const nowMs = sql<number>`(extract(epoch from now()) * 1000)::bigint`

/**
 * Sends a transaction and waits until it is in a block. An account has one transaction at a time, of whatever process: each takes
 * the nonce after the last mined one. `mostGas` bounds what it may cost. @throws what the node says of a call that would
 * revert; SendFailed; TooDear
 */
export async function send(
  sender: Sender,
  call: ChainCall & { readonly gas?: bigint; readonly mostGas?: bigint },
): Promise<TransactionReceipt> {
  const [receipt] = await sendRow(sender, call, [])
  if (!receipt) throw new Error('A row has a first one')
  return receipt
}

/**
 * Sends calls that depend on each other in this order, and may share a block: what follows the first can't be estimated before
 * that is mined, so its gas is given. Sends as many as the account can pay for. Returns their receipts.
 */
export async function sendRow(
  sender: Sender,
  first: ChainCall & { readonly gas?: bigint; readonly mostGas?: bigint },
  following: readonly (ChainCall & { readonly gas: bigint })[],
): Promise<TransactionReceipt[]> {
  const { chain, account } = sender
  return withLease(sender, `sender:${chain.id}:${account.address}`, async () => {
    const isStuck = await waitForOthers(sender)
    return chain.read(async (client) => {
      const { address } = account
      const [estimated, fees, nonce, balance] = await Promise.all([
        client.estimateGas({ account, to: first.to, data: first.data, value: first.value ?? 0n }),
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address, blockTag: 'latest' }),
        client.getBalance({ address }),
      ])
      const factor = isStuck ? 2n : 1n
      const maxFeePerGas = fees.maxFeePerGas * factor
      const maxPriorityFeePerGas = fees.maxPriorityFeePerGas * factor
      // A receiver may behave during the estimate, and burn gas once the transaction is sent: the caller's own bound counts, or
      // as much of it as the account can pay for.
      if (first.mostGas !== undefined && estimated > first.mostGas) throw new TooDear(`The call needs ${estimated} gas`)
      const withMargin = least((estimated * 5n) / 4n, first.mostGas ?? estimated * 2n)
      const payable = maxFeePerGas === 0n ? first.gas : (balance - (first.value ?? 0n)) / maxFeePerGas
      const bound = least(first.gas ?? 0n, payable ?? 0n)
      const gas = bound > withMargin ? bound : withMargin
      const row = affordable([{ ...first, gas }, ...following], maxFeePerGas, balance)
      const hashes: Hex[] = []
      for (const [index, { to, data, value = 0n, gas }] of row.entries()) {
        const priced = { type: 'eip1559', nonce: nonce + index, gas, maxFeePerGas, maxPriorityFeePerGas } as const
        const serializedTransaction = await account.signTransaction({ chainId: chain.id, to, data, value, ...priced })
        hashes.push(await client.sendRawTransaction({ serializedTransaction }))
      }
      const receipts = await Promise.all(hashes.map((hash) => waitForReceipt(client, hash, sender.signal)))
      const failed = receipts.find(({ status }) => status !== 'success')
      if (failed) throw new SendFailed(`Transaction ${failed.transactionHash} of chain ${chain.id} reverted`)
      return receipts
    })
  })
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

type Priced = ChainCall & { readonly gas: bigint }

/** The first ones that the account can pay for at their maximum cost; always at least one: the node judges it. */
function affordable(row: readonly Priced[], maxFeePerGas: bigint, balance: bigint): readonly Priced[] {
  let left = balance
  const end = row.findIndex(({ gas, value = 0n }, index) => {
    left -= gas * maxFeePerGas + value
    return index > 0 && left < 0n
  })
  return end < 0 ? row : row.slice(0, end)
}

/** Whether an earlier transaction is still pending. */
async function waitForOthers({ chain: { read }, account: { address }, signal }: Sender): Promise<boolean> {
  const until = performance.now() + STUCK_MS
  for (;;) {
    const [mined, sent] = await read((client) =>
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

async function withLease<T>({ db, signal }: Sender, name: string, work: () => Promise<T>): Promise<T> {
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
