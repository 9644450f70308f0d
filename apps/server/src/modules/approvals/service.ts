import { type Address, AUCTION_END, ORDER_TYPE } from '@plinth/protocol'
import { sql } from 'kysely'
import { erc20Abi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { everyOne } from '../../chain/editions.ts'
import type { FormerContracts } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { addressOf, bytes, type Db } from '../../db/database.ts'
import { approvalSubject } from '../../state/offers/approvals.ts'
import { payTokenAddresses } from '../pay-tokens/service.ts'

/**
 * An account's remaining approval for the proxy of a former edition: all its items of a collection, or an allowance of a pay
 * token.
 */
export type FormerApproval = {
  readonly chainId: number
  readonly edition: number
  readonly spender: Address
  readonly address: Address
  /** For a pay token, in base units; 0 for a collection. */
  readonly allowance: bigint
  readonly isItems: boolean
}

const AT_ONCE = 20

/** Reads collection approvals from the index, and allowances from the chain. @throws AppError CHAIN_UNREACHABLE */
export async function formerApprovalsOf(db: Db, chain: Chain, account: Address): Promise<FormerApproval[]> {
  const former = chain.config.contracts.former ?? []
  if (former.length === 0) return []
  const tokens = await payTokenAddresses(db, chain.id)
  const each = former.map(async ({ edition, transferProxy: spender }) => {
    const about = { chainId: chain.id, edition, spender }
    const collections = await approvedCollections(db, chain.id, account, spender)
    const allowances = await Promise.all(
      [...tokens].map(async (address) => ({ address, allowance: await allowanceOf(chain, { token: address, account, spender }) })),
    )
    return [
      ...collections.map((address) => ({ ...about, address, allowance: 0n, isItems: true })),
      ...allowances.flatMap(({ address, allowance }) => (allowance > 0n ? [{ ...about, address, allowance, isItems: false }] : [])),
    ]
  })
  return (await Promise.all(each)).flat()
}

/** Of collections, for the present proxy and former ones; by the index. */
export async function itemApprovalsOf(
  db: Db,
  chain: Chain,
  account: Address,
): Promise<Pick<FormerApproval, 'chainId' | 'spender' | 'address'>[]> {
  const spenders = everyOne(chain.config.contracts, 'transferProxy')
  const each = spenders.map(async (spender) => {
    const collections = await approvedCollections(db, chain.id, account, spender)
    return collections.map((address) => ({ chainId: chain.id, spender, address }))
  })
  return (await Promise.all(each)).flat()
}

async function approvedCollections(db: Db, chainId: number, account: Address, spender: Address): Promise<Address[]> {
  const { rows } = await sql<{ address: Uint8Array }>`
    select address from (
      select distinct on (address) address, args->'approved' = 'true'::jsonb as is_approved from chain_log
      where chain_id = ${chainId} and event = 'ApprovalForAll' and subject = ${approvalSubject(account, spender)} and fault is null
      order by address, block_number desc, log_index desc
    ) last where is_approved`.execute(db)
  return rows.map(({ address }) => addressOf(address))
}

function allowanceOf(chain: Chain, { token: address, account, spender }: { token: Address; account: Address; spender: Address }) {
  return chain.read((node) => node.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [account, spender] }))
}

export type FormerRemains = { readonly collections: number; readonly allowances: number; readonly auctions: number; readonly boxes: number }

/** What is left on one former edition: approvals to its proxy, unfinished auctions, open series. */
export async function formerRemains({ db }: Pick<Context, 'db'>, chain: Chain, former: FormerContracts): Promise<FormerRemains> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct on (address, subject) args->'approved' = 'true'::jsonb as is_approved from chain_log
      where chain_id = ${chain.id} and event = 'ApprovalForAll' and subject like ${`%:${former.transferProxy}`} and fault is null
      order by address, subject, block_number desc, log_index desc
    ) last where is_approved`.execute(db)
  const spenders = await bidders(db, chain.id, former)
  let allowances = 0
  for (let from = 0; from < spenders.length; from += AT_ONCE) {
    const some = spenders.slice(from, from + AT_ONCE)
    const read = await Promise.all(some.map((one) => allowanceOf(chain, { ...one, spender: former.transferProxy })))
    allowances += read.filter((allowance) => allowance > 0n).length
  }
  return { collections: rows[0]?.count ?? 0, allowances, ...(await countRunning(db, chain, former)) }
}

/** A bidder in an ERC20 there has approved it. */
async function bidders(db: Db, chainId: number, { exchange, auctionExchange }: FormerContracts) {
  const ofOrders = db
    .selectFrom('market_order')
    .select(['pay_token as token', 'maker as account'])
    .where('chain_id', '=', chainId)
    .where('exchange', '=', bytes(exchange))
    .where('side', '=', ORDER_TYPE.BID)
  const ofAuctions = db
    .selectFrom('auction_bid')
    .innerJoin('auction', 'auction.id', 'auction_bid.auction_id')
    .select(['auction.pay_token as token', 'auction_bid.bidder as account'])
    .where('auction.chain_id', '=', chainId)
    .where('auction.exchange', '=', bytes(auctionExchange))
  const rows = await ofOrders.union(ofAuctions).execute()
  return rows.map((row) => ({ token: addressOf(row.token), account: addressOf(row.account) }))
}

async function countRunning(db: Db, chain: Chain, { auctionExchange, blindBox }: FormerContracts) {
  const auctions = await db
    .selectFrom('auction')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chain_id', '=', chain.id)
    .where('exchange', '=', bytes(auctionExchange))
    .where('end_code', '=', AUCTION_END.NONE)
    .executeTakeFirstOrThrow()
  const boxes = await db
    .selectFrom('blind_box')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chain_id', '=', chain.id)
    .where('contract', '=', bytes(blindBox))
    .where('is_registered', '=', true)
    .where(({ eb, or }) => or([eb('end_time', '>', chain.now()), eb('waiting', '>', 0)]))
    .executeTakeFirstOrThrow()
  return { auctions: Number(auctions.count), boxes: Number(boxes.count) }
}
