export type Cut = {
  readonly name: string
  /** Under `apps/server/src`. */
  readonly file: string
  /** Source text that occurs there exactly once. */
  readonly at: string
  readonly where: 'before' | 'after'
}

/** The named points at which the server is killed (see cut.ts). */
export const CUTS = [
  { name: 'block applied, not committed', file: 'indexer/apply.ts', at: 'await portion.also?.(tx)', where: 'after' },
  {
    name: 'block committed, not noted',
    file: 'indexer/indexer.ts',
    at: 'this.#move(read.to)',
    where: 'before',
  },
  { name: 'chain reverted, not committed', file: 'indexer/reorg.ts', at: 'await forget(tx, above)', where: 'after' },
  {
    name: 'back-fill between two portions',
    file: 'indexer/indexer.ts',
    at: "if (step.at === 'moved') this.#move(step.cursor)",
    where: 'before',
  },
  { name: 'migration done, not committed', file: 'db/migrate.ts', at: 'await up(tx)', where: 'after' },
  { name: 'migration committed', file: 'db/migrate.ts', at: "log.info('migrated', { name })", where: 'after' },
  { name: 'upload before its rename', file: 'content/disk-store.ts', at: 'await rename(from, to)', where: 'before' },
  {
    name: 'upload in place, without a row',
    file: 'media/media.ts',
    at: 'await store.put(media.cid, path)',
    where: 'after',
  },
  { name: 'upload recorded, not answered', file: 'calls/uploads.ts', at: 'stored.push(presentUpload(', where: 'before' },
  {
    name: 'salt allotted, not answered',
    file: 'modules/orders/prepare.ts',
    at: 'const order = orderOf(sides, salt, BigInt(sellerFee))',
    where: 'before',
  },
  {
    name: 'some of many orders stored',
    file: 'modules/orders/add-many.ts',
    at: 'if (!isStored(signed, current)) placed.push(await placeOrder(tx, signed, current))',
    where: 'after',
  },
  {
    name: 'many orders stored, not committed',
    file: 'modules/orders/add-many.ts',
    at: 'await followFrom(tx, chain, placed)',
    where: 'after',
  },
  {
    name: 'many orders committed, not answered',
    file: 'calls/orders.ts',
    at: 'const stored = await addMany(context, input)',
    where: 'after',
  },
  {
    name: 'order stored, not committed',
    file: 'modules/orders/add.ts',
    at: 'await followFrom(tx, chain, [await placeOrder(tx, signed, await currentOf(tx, signed))])',
    where: 'after',
  },
  { name: 'order committed, not answered', file: 'calls/orders.ts', at: 'await addOrder(context, input)', where: 'after' },
  {
    name: 'token id allotted, not signed',
    file: 'modules/items/voucher.ts',
    at: 'const { v, r, s } = await context.signer.mintVoucher',
    where: 'before',
  },
  { name: 'metadata kept, item not declared', file: 'modules/items/add.ts', at: 'const metadataUrl = metadataUrlOf(cid)', where: 'after' },
  {
    name: 'session opened, not committed',
    file: 'modules/sessions/service.ts',
    at: 'await insertSession(tx, token, account.id, now)',
    where: 'after',
  },
  {
    name: 'notices read, not committed',
    file: 'modules/notices/store.ts',
    at: 'if (rows.length > 0) await lowerUnread(tx, account, rows.length)',
    where: 'before',
  },
  {
    name: 'order expired, not committed',
    file: 'jobs/expire-orders.ts',
    at: 'await emitEvents(tx, eventsOfOrder(chain.id, refreshed))',
    where: 'before',
  },
  {
    name: 'auction bid stored, not committed',
    file: 'modules/auctions/bid.ts',
    at: "await notify(tx, [{ kind: 'auctionBid', ...about, bidder: bid.bidder, outbid }])",
    where: 'after',
  },
  { name: 'auction bid committed, not answered', file: 'calls/auctions.ts', at: 'await addBid(context, input)', where: 'after' },
  { name: 'end of bidding read, auction not closed', file: 'jobs/run-auctions.ts', at: 'if (!isRead) continue', where: 'after' },
  {
    name: 'auction closed, not committed',
    file: 'jobs/run-auctions.ts',
    at: 'if (winner) await notify(tx, [wonBy(auction, winner, now)])',
    where: 'after',
  },
  {
    name: 'next winner notified, not committed',
    file: 'jobs/run-auctions.ts',
    at: 'await notify(tx, auction.isClosed ? [wonBy(auction, leader, now)] : await leadEventsOf(tx, auction, leader, now))',
    where: 'after',
  },
  {
    name: 'auction expired, not committed',
    file: 'jobs/run-auctions.ts',
    at: "await notify(tx, [{ kind: 'auctionAborted', ...aboutOf(before, 'expired', now), bidders }])",
    where: 'after',
  },
  {
    name: 'start of a box notified, not committed',
    file: 'jobs/run-boxes.ts',
    at: 'await emitEvents(tx, [eventOfBox(box)])',
    where: 'after',
  },
  {
    name: 'draw sent, in no block',
    file: 'chain/sender.ts',
    at: 'hashes.push(await client.sendRawTransaction({ serializedTransaction }))',
    where: 'after',
  },
  { name: 'draw in a block, not seen', file: 'modules/boxes/draw.ts', at: 'await sendRow(sender, first, following)', where: 'after' },
] as const satisfies readonly Cut[]

export type CutName = (typeof CUTS)[number]['name']
