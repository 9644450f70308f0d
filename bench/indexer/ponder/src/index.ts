import { ponder } from 'ponder:registry'
import { account, token, transferEvent } from 'ponder:schema'
import { zeroAddress } from 'viem'

ponder.on('Works:Transfer', async ({ event, context }) => {
  const { from, to, tokenId } = event.args
  if (from !== zeroAddress)
    await context.db
      .insert(account)
      .values({ address: from, balance: -1 })
      .onConflictDoUpdate((row) => ({ balance: row.balance - 1 }))
  await context.db
    .insert(account)
    .values({ address: to, balance: 1 })
    .onConflictDoUpdate((row) => ({ balance: row.balance + 1 }))
  await context.db.insert(token).values({ id: tokenId, owner: to }).onConflictDoUpdate({ owner: to })
  await context.db.insert(transferEvent).values({ id: event.id, token: tokenId, from, to, timestamp: event.block.timestamp })
})
