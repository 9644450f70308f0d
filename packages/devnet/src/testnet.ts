import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_FEE_BPS, LOCAL_CHAIN_ID, LOCAL_NETWORKS } from '@plinth/protocol'
import {
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type LocalAccount,
  type PublicClient,
  type Tokens,
  type Transport,
  type WalletClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type DemoName, getDemoAccount } from './accounts.ts'
import { type ChainOptions, startChain } from './chain.ts'
import { type Deployment, deployMarket } from './deploy.ts'
import { findFreePort } from './free-port.ts'
import { keepKeys, type MarketKeys } from './keys.ts'
import { callRpc } from './rpc.ts'

export interface TestnetOptions {
  chainId?: number
  /** 0 by default: a block per transaction and none besides. */
  blockTimeS?: number
  /** Default: keys of its own; markets over several chains share one set. */
  keys?: MarketKeys
  /** An edition to deploy here before the present one. */
  former?: number
}

type TestClient = WalletClient<Transport, Chain, LocalAccount>

export interface Testnet extends ReturnType<typeof chainControls> {
  readonly chainId: number
  readonly chain: Chain
  readonly rpcUrl: string
  readonly contracts: Deployment
  readonly keys: MarketKeys
  readonly publicClient: PublicClient<Transport, Chain>
  readonly operator: TestClient
  readonly miner: PrivateKeyAccount
  readonly feeSigner: PrivateKeyAccount
  walletOf(name: DemoName): TestClient
  stop(): Promise<void>
}

/** Names the folder of `deployTestnets`: testnets start from what was deployed there. */
const DEPLOYED = 'PLINTH_DEPLOYED'

/**
 * Deploys the market once on each local chain, with one set of keys, and saves it: testnets of this process and its
 * children load it instead of deploying again. Returns a function that removes it.
 */
export async function deployTestnets(folder: string): Promise<() => void> {
  const keys = keepKeys(folder)
  await Promise.all(
    LOCAL_NETWORKS.map(async ({ chainId }) => {
      const chain = await startOnFreePort({ chainId, blockTimeS: 0, dataDir: join(folder, String(chainId)) })
      await deployMarket({ rpcUrl: chain.rpcUrl, chainId, keys, buyerFeeBps: DEFAULT_FEE_BPS })
      await chain.stop()
    }),
  )
  process.env[DEPLOYED] = folder
  return () => delete process.env[DEPLOYED]
}

/** The keys of the deployment loaded into a testnet's folder; undefined where there is none for these options. */
function loadDeployed(
  dataDir: string,
  { chainId, keys, former }: Pick<TestnetOptions, 'chainId' | 'keys' | 'former'>,
): MarketKeys | undefined {
  const folder = process.env[DEPLOYED]
  const state = join(folder ?? '', String(chainId), 'state.json')
  if (folder === undefined || former !== undefined || !existsSync(state)) return undefined
  const deployedBy = keepKeys(folder)
  if (keys && keys.operator !== deployedBy.operator) return undefined
  copyFileSync(state, join(dataDir, 'state.json'))
  return deployedBy
}

/** A separate chain with the market deployed, in a temporary folder. For tests: its buyers pay a fee, so that sums with one are tested. */
export async function startTestnet({
  chainId = LOCAL_CHAIN_ID,
  blockTimeS = 0,
  keys: given,
  former,
}: TestnetOptions = {}): Promise<Testnet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-testnet-'))
  const keys = loadDeployed(dataDir, { chainId, keys: given, former }) ?? given ?? keepKeys(dataDir)
  const local = await startOnFreePort({ chainId, blockTimeS, dataDir, durable: false })
  const buyerFeeBps = DEFAULT_FEE_BPS
  const { rpcUrl } = local
  if (former !== undefined) await deployMarket({ rpcUrl, chainId, keys, buyerFeeBps, edition: former })
  const contracts = await deployMarket({ rpcUrl, chainId, keys, buyerFeeBps })
  const chain = defineChain({
    id: chainId,
    name: 'Testnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl)
  const clientOf = (account: PrivateKeyAccount | ReturnType<typeof getDemoAccount>['account']) =>
    createWalletClient<Transport, Chain, LocalAccount, undefined, Tokens | undefined>({ account, chain, transport, pollingInterval: 30 })
  return {
    chainId,
    chain,
    rpcUrl,
    contracts,
    keys,
    publicClient: createPublicClient<Transport, Chain, undefined, undefined, Tokens | undefined>({
      chain,
      transport,
      pollingInterval: 30,
      cacheTime: 0,
    }),
    operator: clientOf(privateKeyToAccount(keys.operator)),
    miner: privateKeyToAccount(keys.miner),
    feeSigner: privateKeyToAccount(keys.feeSigner),
    walletOf: (name: DemoName) => clientOf(getDemoAccount(name).account),
    ...chainControls(rpcUrl),
    stop: async () => {
      await local.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Test controls of a local chain besides transactions. */
export function chainControls(rpcUrl: string) {
  const call = (method: string, ...params: unknown[]) => callRpc<unknown>(rpcUrl, method, params)
  const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`
  return {
    mine: async (blocks = 1) => void (await call('anvil_mine', quantity(blocks))),
    snapshot: () => callRpc<Hex>(rpcUrl, 'evm_snapshot'),
    revert: async (id: Hex) => void (await call('evm_revert', id)),
    /** Replaces the latest `depth` blocks by as many empty ones: their transactions are gone, sender nonces are lower again. */
    reorg: async (depth: number) => void (await call('anvil_reorg', depth, [])),
    setNextBlockTimestamp: async (time: number) => void (await call('evm_setNextBlockTimestamp', quantity(time))),
    setBalance: async (address: string, value: bigint) => void (await call('anvil_setBalance', address, quantity(value))),
    setAutomine: async (on: boolean) => void (await call('evm_setAutomine', on)),
  }
}

/** Another process may take the free port before we do: then it tries the next one. */
async function startOnFreePort(options: Omit<ChainOptions, 'port'>) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await startChain({ ...options, port: await findFreePort() })
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}
