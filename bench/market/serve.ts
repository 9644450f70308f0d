import { sql } from 'kysely'
import { startServer } from '../../apps/server/src/main.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { warmItemIndex } from '../../apps/server/src/read/explore/explore.ts'
import { benchChain, FREELY, KEYS } from '../bench-chain.ts'
import type { ServerOrder } from './place.ts'

const { dataDir, databaseUrl, rpcUrl, readUrls, webDir, answerCacheBytes, itemIndexBytes, hasBlocks } = JSON.parse(
  process.argv[2] ?? '{}',
) as ServerOrder
const server = await startServer({
  dataDir,
  databaseUrl,
  readUrls,
  webDir,
  ...(answerCacheBytes === undefined ? {} : { answerCacheBytes }),
  ...(itemIndexBytes === undefined ? {} : { itemIndexBytes }),
  chains: [benchChain([rpcUrl])],
  keys: KEYS,
  host: '127.0.0.1',
  port: 0,
  parts: new Set(['http']),
  limits: FREELY,
  log: createLogger((line) => process.stdout.write(line)),
})
if (itemIndexBytes) await warmItemIndex(server.context)
// A block's commit ends kept answers.
const commitBlock = () => sql`update item set traded_at = traded_at + 1 where ctid = '(0,1)'`.execute(server.context.db)
if (hasBlocks) setInterval(() => void commitBlock().catch(console.error), 1_000).unref()
process.on('message', async () => {
  const { values } = await server.context.metrics.sharedAnswers.get()
  process.send?.({ outcomes: Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value])) })
})
process.once('disconnect', () => void server.stop().then(() => process.exit(0)))
process.send?.({ url: server.url })
