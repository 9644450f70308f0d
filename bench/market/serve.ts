import { startServer } from '../../apps/server/src/main.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { warmItemIndex } from '../../apps/server/src/read/explore/explore.ts'
import { benchChain, FREELY, KEYS } from '../bench-chain.ts'
import type { ServerOrder } from './place.ts'

const { dataDir, databaseUrl, rpcUrl, webDir, answerCacheBytes, itemIndexBytes } = JSON.parse(process.argv[2] ?? '{}') as ServerOrder
const server = await startServer({
  dataDir,
  databaseUrl,
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
process.once('disconnect', () => void server.stop().then(() => process.exit(0)))
process.send?.({ url: server.url })
