import { parseArgs } from 'node:util'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { NodeFault } from '../../apps/server/src/chain/node-fault.ts'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { openDatabase } from '../../apps/server/src/db/driver.ts'
import { refuseNewerDatabase } from '../../apps/server/src/db/migrate.ts'
import { resumeChain } from '../../apps/server/src/indexer/resume.ts'
import { refreshNetworks } from '../../apps/server/src/modules/networks/service.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { readServeSettings } from '../../apps/server/src/serve/settings.ts'
import type { KeyRing } from '../../apps/server/src/signer/key-ring.ts'
import { failWithSentence } from '../market/fail.ts'
import { operatorOf, SAYING_WHO } from '../market/noted.ts'
import { StartError } from '../market/settings.ts'

/** Nothing is signed here, so no key is opened. */
const NO_KEYS: KeyRing = {
  addresses: { miner: ZERO_ADDRESS, feeSigner: ZERO_ADDRESS },
  formerMiners: [],
  sign: () => Promise.reject(new Error('no keys here')),
  signAsMintSigner: () => Promise.reject(new Error('no keys here')),
}

/**
 * `npm run resume -- --chain ID --why TEXT`, in the environment of `npm run serve`: the operator has checked a stopped
 * chain and trusts it again.
 */
await failWithSentence(async () => {
  const { values } = parseArgs({ options: { chain: { type: 'string' }, ...SAYING_WHO } })
  const operator = operatorOf(values)
  const { market, log: logging } = readServeSettings(process.env)
  if (!market) throw new StartError('DATABASE_URL is missing.')
  const chainId = Number(values.chain)
  const log = createLogger((line) => process.stderr.write(line), logging)
  const opened = await openDatabase({ ...market, log: (line) => log.info('database', { line }) })
  try {
    const context = await createContext({ config: configOf(market, 0), dialect: opened.dialect, keys: NO_KEYS, log })
    await refuseNewerDatabase(context.db)
    await refreshNetworks(context)
    if (!context.chains.find(chainId))
      throw new StartError(`--chain must be one of this market: ${context.chains.all.map(({ id }) => id).join(', ')}.`)
    const block = await resumeChain(context, chainId, operator).catch((error: unknown) => {
      throw error instanceof NodeFault ? new StartError(`Chain ${chainId} can't be resumed now: ${error.message}.`) : error
    })
    console.log(block === undefined ? `Chain ${chainId} is not stopped.` : `Chain ${chainId} is followed again from block ${block}.`)
  } finally {
    await opened.close()
  }
})
