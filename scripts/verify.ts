import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createPublicClient, http, isHash } from 'viem'
import { failWithSentence } from './fail.ts'
import { StartError } from './settings.ts'
import { readPublishedBids, verifyAuction } from './verify-auction.ts'

/**
 * `npm run verify -- auction --rpc URL --tx HASH [--bids FILE]`: recomputes the dividends of a settlement from the chain alone,
 * and with the published bids (the answer of auction.bids) also who shares. Asks no server of ours.
 */
await failWithSentence(async () => {
  const { values, positionals } = parseArgs({
    options: { rpc: { type: 'string' }, tx: { type: 'string' }, bids: { type: 'string' } },
    allowPositionals: true,
  })
  const [what] = positionals
  if (what !== 'auction' || !values.rpc || !values.tx || !isHash(values.tx))
    throw new StartError('Say what to verify: npm run verify -- auction --rpc URL --tx HASH [--bids FILE].')
  const client = createPublicClient({ transport: http(values.rpc) })
  const bids = values.bids === undefined ? undefined : readPublishedBids(readFileSync(values.bids, 'utf8'))
  const { facts, problems } = await verifyAuction(client, values.tx, bids)
  for (const fact of facts) console.log(`✓ ${fact}`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length > 0) process.exitCode = 1
})
