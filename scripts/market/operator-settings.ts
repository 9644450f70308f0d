import { join } from 'node:path'
import { FORMER_EDITIONS, keepKeys, localPayTokens, planAddresses, planFormer } from '@plinth/devnet'
import { LOCAL_NETWORKS, ZERO_ADDRESS } from '@plinth/protocol'
import type { ChainConfig, ServerConfig } from '../../apps/server/src/config/config.ts'
import { configOf } from '../../apps/server/src/config/server-config.ts'
import type { KeeperSource } from '../../apps/server/src/serve/keeper.ts'
import { readMarketSettings } from '../../apps/server/src/serve/settings.ts'
import type { KeyRing } from '../../apps/server/src/signer/key-ring.ts'
import { findKeyAddresses } from './key-addresses.ts'
import type { MarketPlace } from './market-place.ts'
import { readSettings, type Settings } from './settings.ts'

export type OperatorSettings = MarketPlace & {
  readonly config: ServerConfig
  readonly keys: KeyRing
  /** Owner of the market's blind boxes; opened only to send transactions for it. */
  readonly keeper: KeeperSource | undefined
  readonly log: { readonly secrets: readonly string[] }
}

/** No order is signed here, so these are not opened; their addresses are known where they lie on this machine. */
function closedKeys(env: NodeJS.ProcessEnv, dataDir: string): KeyRing {
  return {
    addresses: findKeyAddresses(env, dataDir) ?? { miner: ZERO_ADDRESS, feeSigner: ZERO_ADDRESS },
    formerMiners: [],
    sign: () => Promise.reject(new Error('no keys here')),
    signAsMintSigner: () => Promise.reject(new Error('no keys here')),
  }
}

/** The market of `npm run serve` where PLINTH_CHAINS names its chains, else that of `npm start`. */
export function readOperatorSettings(env: NodeJS.ProcessEnv): OperatorSettings {
  if (!env.PLINTH_CHAINS) return localSettings(env, readSettings(env))
  const { market, keeper, secrets } = readMarketSettings(env)
  const { dataDir, databaseUrl, readUrls } = market
  return { dataDir, databaseUrl, readUrls, config: configOf(market, 0), keys: closedKeys(env, dataDir), keeper, log: { secrets } }
}

function localSettings(env: NodeJS.ProcessEnv, settings: Settings): OperatorSettings {
  const { dataDir, databaseUrl, port, chainPorts } = settings
  const chains = LOCAL_NETWORKS.map((network): ChainConfig => {
    const { chainId } = network
    const { wrappedCoin: _, dollar: __, ...present } = planAddresses(chainId)
    // Only its chain knows whether the folder is old enough to have these.
    const contracts = { ...present, former: FORMER_EDITIONS.map((edition) => planFormer(chainId, edition)) }
    const rpc = `http://127.0.0.1:${chainPorts.get(chainId) ?? 0}`
    return { network: { ...network, rpc }, rpcUrls: [rpc], contracts, payTokens: localPayTokens(chainId), deployBlock: 0, blockTimeS: 2 }
  })
  return {
    dataDir,
    databaseUrl,
    config: configOf({ dataDir, chains, mail: { folder: join(dataDir, 'mailbox'), from: 'Plinth <plinth@localhost>' } }, port),
    keys: closedKeys(env, dataDir),
    keeper: { open: async () => keepKeys(dataDir).operator },
    log: { secrets: [] },
  }
}
