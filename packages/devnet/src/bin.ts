import { parseArgs } from 'node:util'
import { LOCAL_CHAIN_ID } from '@plinth/protocol'
import { startChain } from './chain.ts'
import { deployMarket } from './deploy.ts'
import { keepKeys } from './keys.ts'

/** A chain with the market on it and nothing else: `node packages/devnet/src/bin.ts --port 8545 --data ./data`. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8545' },
    data: { type: 'string', default: './data' },
    chain: { type: 'string', default: String(LOCAL_CHAIN_ID) },
  },
})
const chainId = Number(values.chain)
const chain = await startChain({ chainId, port: Number(values.port), dataDir: `${values.data}/chain-${chainId}`, log: console.log })
const { isNew, deployBlock, ...addresses } = await deployMarket({ rpcUrl: chain.rpcUrl, chainId, keys: keepKeys(values.data) })
console.log(`Chain ${chainId} is ready at ${chain.rpcUrl}`)
for (const [name, address] of Object.entries(addresses)) console.log(`${name.padEnd(28)} ${address}`)

const hold = setInterval(() => undefined, 60_000)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    clearInterval(hold)
    await chain.stop()
  })
}
