import {
  type Address,
  type Auction,
  auctionDomain,
  auctionEndAfterBid,
  auctionStructHash,
  auctionTermsOf,
  bidDigest,
  dividendRecipients,
  documentedText,
  feeOf,
  MAX_AUCTION_BIDDERS,
  parseSignature,
  recoverSigner,
  recoverTextSigner,
  toAddress,
} from '@plinth/protocol'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { BaseError, ContractFunctionRevertedError, decodeFunctionData, erc20Abi, type Hex, type PublicClient, parseEventLogs } from 'viem'
import { StartError } from '../market/settings.ts'

export type Verdict = { readonly facts: readonly string[]; readonly problems: readonly string[] }
/** A row of auction.bids. */
export type PublishedBid = {
  readonly bidder: Address
  readonly total: bigint
  readonly buyerFee: bigint
  readonly signature: Hex
  readonly proof: string
  readonly isTakenBack: boolean
  readonly epoch: bigint
  /** When the market took it. */
  readonly createdAt: number
}

type Settlement = {
  readonly exchange: Address
  readonly auction: Auction
  readonly total: bigint
  /** The beneficiary's fees, from owner and winner. */
  readonly fees: bigint
  readonly winner: Address
  readonly recipients: readonly Address[]
}
type Transfer = { readonly to: Address; readonly amount: bigint; readonly index: number }

/** What a settlement paid, from its calldata and logs; with the published bids also who should have been paid. */
export async function verifyAuction(client: PublicClient, hash: Hex, bids: readonly PublishedBid[] | undefined): Promise<Verdict> {
  const settlement = await readSettlement(client, hash)
  const [facts, problems]: [string[], string[]] = [[], []]
  const check = (isTrue: boolean, sentence: string): void => void (isTrue ? facts : problems).push(sentence)
  await checkShares(client, hash, settlement, check)
  if (bids) await checkRecipients(client, settlement, bids, check)
  return { facts, problems }
}

type Check = (isTrue: boolean, sentence: string) => void

async function readSettlement(client: PublicClient, hash: Hex): Promise<Settlement> {
  const { to, input } = await client.getTransaction({ hash })
  const { functionName, args } = decodeFunctionData({ abi: auctionExchangeAbi, data: input })
  if ((functionName !== 'exchange' && functionName !== 'acceptBid') || !to)
    throw new StartError('This transaction settles no auction by itself.')
  const [order, , total, , recipients, buyerFee, , winner] = args
  const { key, endTime, expiredTime, ...rest } = order
  const asset = (side: typeof key.sellAsset) => ({ ...side, token: toAddress(side.token) }) as Auction['sellAsset']
  const auction: Auction = {
    ...rest,
    owner: toAddress(key.owner),
    salt: key.salt,
    sellAsset: asset(key.sellAsset),
    buyAsset: asset(key.buyAsset),
    endTime: Number(endTime),
    expiredTime: Number(expiredTime),
  }
  const fees = feeOf(total, auction.sellerFee) + feeOf(total, buyerFee)
  return { exchange: toAddress(to), auction, total, fees, winner: toAddress(winner), recipients: recipients.map(toAddress) }
}

/** The pool is the signed share of the price, capped by fees and royalties; it is split equally, rounded down. */
async function checkShares(client: PublicClient, hash: Hex, settlement: Settlement, check: Check): Promise<void> {
  const { exchange, auction, total, fees, winner, recipients } = settlement
  const { logs, status } = await client.getTransactionReceipt({ hash })
  check(status === 'success', `the settlement went through, at a price of ${total}`)
  const own = parseEventLogs({ abi: auctionExchangeAbi, logs }).filter((log) => toAddress(log.address) === exchange)
  const paid = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    .filter((log) => toAddress(log.address) === auction.buyAsset.token && toAddress(log.args.from) === winner)
    .map((log): Transfer => ({ to: toAddress(log.args.to), amount: log.args.value, index: log.logIndex }))
  const dividends = own.find((log) => log.eventName === 'Dividends')
  const pool = feeOf(total, auction.encourage)
  if (!dividends) {
    check(recipients.length === 0 || pool / BigInt(recipients.length) === 0n, 'nobody shares')
    return
  }
  const refused = own.flatMap((log) => (log.eventName === 'DividendRefused' ? [toAddress(log.args.recipient)] : []))
  const { share } = dividends.args
  const count = BigInt(recipients.length)
  const left = total - feeOf(total, auction.sellerFee) - royaltiesIn(paid, fees, dividends.logIndex)
  const expected = (pool < left ? pool : left) / count
  check(share === expected, `each of ${count} losing bidders gets ${expected}, the price × ${auction.encourage} / 10000 / ${count}`)
  for (const recipient of recipients) {
    if (refused.includes(recipient)) check(true, `${recipient} refused the share, which stays with the seller`)
    else
      check(
        paid.some(({ to, amount, index }) => to === recipient && amount === share && index > dividends.logIndex),
        `${recipient} received ${share}`,
      )
  }
}

/**
 * The fees are paid first, then the royalties, then the dividends are logged. Payments by a winner's contract on
 * receipt of the item come before the fees.
 */
function royaltiesIn(paid: readonly Transfer[], fees: bigint, announcedAt: number): bigint {
  const before = paid.filter(({ index }) => index < announcedAt)
  const royalties = fees === 0n ? before : before.slice(before.findIndex(({ amount }) => amount === fees) + 1)
  return royalties.reduce((sum, { amount }) => sum + amount, 0n)
}

/** The losing bidders with a signed, uncancelled bid that was funded at the first block at or after the end (decision 30). */
async function checkRecipients(client: PublicClient, settlement: Settlement, bids: readonly PublishedBid[], check: Check): Promise<void> {
  const { auction, winner, exchange, recipients, total } = settlement
  if (recipients.length === 0 && total === auctionTermsOf(auction.salt).buyNow) {
    check(true, 'no bidder shares in the buy-now total')
    return
  }
  const domain = auctionDomain(await client.getChainId(), exchange)
  const block = await firstBlockFrom(client, endOf(auction, bids))
  const sharing: Address[] = []
  for (const bid of bids.toSorted((a, b) => (a.total < b.total ? 1 : -1))) {
    const { bidder, total: buying, buyerFee, epoch } = bid
    const isSigned = await isOfBidder(bid, bidDigest({ auction, bidder, buying, buyerFee, epoch }, domain))
    check(isSigned, `${bid.bidder} signed a bid of ${bid.total}`)
    if (isSigned && !bid.isTakenBack && (await wasGood(client, settlement, bid, block))) sharing.push(bid.bidder)
  }
  const losers = [...new Set(sharing)].filter((bidder) => bidder !== winner).slice(0, MAX_AUCTION_BIDDERS - 1)
  const expected = auction.encourage === 0n ? [] : dividendRecipients(losers, winner, auction.owner)
  check(
    expected.join() === settlement.recipients.join(),
    `those who share are the ${expected.length} who lost and could pay at block ${block}`,
  )
}

/** Late bids moved the signed end; of a bid made twice the market publishes the second time. */
function endOf({ salt, endTime: firstEnd, expiredTime }: Auction, bids: readonly PublishedBid[]): number {
  const { extension } = auctionTermsOf(salt)
  const times = bids.map(({ createdAt }) => createdAt).toSorted((a, b) => a - b)
  return times.reduce((endTime, at) => auctionEndAfterBid({ extension, firstEnd, endTime, expiredTime }, at), firstEnd)
}

/** An ERC-1271 signature can't be verified at a past block. */
async function isOfBidder({ proof, signature, bidder }: PublishedBid, digest: Hex): Promise<boolean> {
  if (proof === 'contract') return true
  const parsed = parseSignature(signature)
  return (proof === 'text' ? await recoverTextSigner(documentedText(digest), parsed) : await recoverSigner(digest, parsed)) === bidder
}

async function wasGood(client: PublicClient, { exchange, auction }: Settlement, bid: PublishedBid, block: bigint): Promise<boolean> {
  const need = bid.total + feeOf(bid.total, bid.buyerFee)
  const token = { address: auction.buyAsset.token, abi: erc20Abi, blockNumber: block } as const
  const market = { address: exchange, abi: auctionExchangeAbi } as const
  const proxy = await client.readContract({ ...market, functionName: 'transferProxy' })
  const [balance, allowance, voided, epoch] = await Promise.all([
    client.readContract({ ...token, functionName: 'balanceOf', args: [bid.bidder] }),
    client.readContract({ ...token, functionName: 'allowance', args: [bid.bidder, proxy] }),
    client.readContract({ ...market, functionName: 'voidedUpTo', args: [bid.bidder, auctionStructHash(auction)] }),
    epochAt(client, exchange, bid.bidder, block),
  ])
  return balance >= need && allowance >= need && bid.total > voided && bid.epoch === epoch
}

/** A contract of a former edition has no epochs. */
async function epochAt(client: PublicClient, address: Address, account: Address, blockNumber: bigint): Promise<bigint> {
  const asked = { address, abi: auctionExchangeAbi, functionName: 'epochOf', args: [account], blockNumber } as const
  return client.readContract(asked).catch((error: unknown) => {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)) return 0n
    throw error
  })
}

/** Binary search: block times only grow. */
async function firstBlockFrom(client: PublicClient, time: number): Promise<bigint> {
  let [before, after] = [-1n, await client.getBlockNumber()]
  while (after - before > 1n) {
    const middle = (before + after) / 2n
    const { timestamp } = await client.getBlock({ blockNumber: middle })
    if (timestamp < BigInt(time)) before = middle
    else after = middle
  }
  return after
}

type WireBid = {
  owner: string
  buying: string
  buyFee: number
  signature: Hex
  proof: string
  status: number
  epoch?: string
  createTime?: number
}

/** The answer of auction.bids, whole or only its list. */
export function readPublishedBids(text: string): PublishedBid[] {
  const read = JSON.parse(text) as { data?: { list: WireBid[] }; list?: WireBid[] } | WireBid[]
  const rows = Array.isArray(read) ? read : (read.data?.list ?? read.list ?? [])
  return rows.map((row) => ({
    bidder: toAddress(row.owner),
    total: BigInt(row.buying),
    buyerFee: BigInt(row.buyFee),
    signature: row.signature,
    proof: row.proof,
    isTakenBack: row.status === 1,
    epoch: BigInt(row.epoch ?? 0),
    createdAt: row.createTime ?? 0,
  }))
}
