import { startServer } from '../../apps/server/src/main.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { benchChain, FREELY, KEYS } from '../bench-chain.ts'
import { CHAIN_ID } from './chain.ts'

export type PlinthOrder = {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly rpcUrl: string
  readonly trustsRanges: boolean
  readonly hasSocket: boolean
}

/** The market's index and its answers in one process, as `serve` runs them. */
const { dataDir, databaseUrl, rpcUrl, trustsRanges, hasSocket } = JSON.parse(process.argv[2] ?? '{}') as PlinthOrder
const chain = benchChain([rpcUrl])
const server = await startServer({
  dataDir,
  databaseUrl,
  chains: [
    {
      ...chain,
      network: { ...chain.network, chainId: CHAIN_ID },
      blockTimeS: 1,
      // As deep as the peer takes this chain's to be.
      reorgWindow: 65,
      trustsRanges,
      ...(hasSocket && { wsUrl: rpcUrl.replace('http', 'ws') }),
    },
  ],
  keys: KEYS,
  host: '127.0.0.1',
  port: 0,
  parts: new Set(['http', 'indexer']),
  limits: FREELY,
  log: createLogger((line) => void (line.includes('"level":"info"') || process.stderr.write(line))),
})
process.once('disconnect', () => void server.stop().then(() => process.exit(0)))
process.send?.({ url: server.url })
