import { startChain } from '../src/chain.ts'

/** Run as its own process by the chain's test, which kills it. */
const [dataDir = '', port = ''] = process.argv.slice(2)
const chain = await startChain({ chainId: 31337, port: Number(port), dataDir })
process.stdout.write(`${chain.pid}\n`)
setInterval(() => undefined, 1000)
