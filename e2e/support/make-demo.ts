import { startMarket } from './market.ts'

/** `node make-demo.ts DIR`: the first start with the demo's stories, ended again; what is in the folder then is there to be copied. */
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('Say which folder.')
const market = await startMarket({ dataDir })
const { code } = await market.stop()
process.exitCode = code ?? 1
