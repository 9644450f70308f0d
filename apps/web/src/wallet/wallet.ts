import { AppError } from '@plinth/api'
import { type Address, isLocalChain, type Network, toAddress, usableNetworks } from '@plinth/protocol'
import { type Chain, encodeFunctionData, type Hex, isHex, type PublicClient, size, type WalletClient } from 'viem'
import { type Config, type Connector, createConfig, createStorage, http, injected } from 'wagmi'
import { connect, disconnect, getPublicClient, getWalletClient, reconnect, switchChain } from 'wagmi/actions'
import { patientStorage } from '../lib/storage.ts'
import { dryRun, gasOf, waitReceipt } from './chain-reader.ts'
import { toChain } from './chains.ts'
import { isWrongChain } from './errors.ts'
import type { ContractCall, Wallet, WalletOption, WalletState } from './types.ts'

const DEMO_RDNS = 'market.plinth.demo'
const BARE = 'injected'

/** Opens the wallet layer for the configured networks; the demo wallet comes with it where a local chain is among them. */
export async function openWallet(networks: readonly Network[], siteName: string): Promise<Wallet> {
  const usable = usableNetworks(networks)
  const chains = usable.map(toChain)
  const [first, ...rest] = chains
  if (!first) throw new AppError('CHAIN_UNKNOWN')
  const local = usable.filter(({ chainId }) => isLocalChain(chainId))
  if (local.length > 0) {
    const { announceDemoWallet } = await import('./demo-wallet/announce.ts')
    announceDemoWallet(local, { rdns: DEMO_RDNS, siteName })
  }
  return walletOver(makeConfig([first, ...rest]))
}

function makeConfig(chains: readonly [Chain, ...Chain[]]): Config {
  return createConfig({
    chains,
    connectors: [injected()],
    transports: Object.fromEntries(chains.map((chain) => [chain.id, http(undefined, { retryCount: 1, timeout: 10_000 })])),
    storage: createStorage({ storage: patientStorage, key: 'plinth.wallet' }),
    pollingInterval: 1_000,
  })
}

function walletOver(config: Config): Wallet {
  const state = () => stateOf(config)
  const reader = (chainId: number): PublicClient => {
    const client = getPublicClient(config, { chainId })
    if (!client) throw new AppError('CHAIN_UNKNOWN')
    return client as PublicClient
  }
  const account = (): Address => {
    const { address } = state()
    if (!address) throw new AppError('WALLET_NOT_CONNECTED')
    return address
  }
  return {
    options: () => optionsOf(config),
    state,
    subscribe: (listener) => subscribe(config, listener),
    connect: (optionId) => connectWith(config, optionId),
    reconnect: async () => (await reconnect(config)).length > 0,
    disconnect: () => disconnect(config),
    switchChain: async (chainId) => {
      if (state().chainId !== chainId) await bringTo(config, chainId)
    },
    signText: async (text) => {
      const by = account()
      return signatureOf(await (await signer(config)).signMessage({ account: by, message: text }))
    },
    signTypedData: async (data) => {
      const by = account()
      return signatureOf(await (await signer(config)).signTypedData({ ...data, account: by }))
    },
    read: (call) => reader(call.chainId).readContract(call) as Promise<never>,
    balance: (chainId, address) => reader(chainId).getBalance({ address }),
    dryRun: (call) => dryRun(reader(call.chainId), account(), call) as Promise<never>,
    send: (call) => send(config, reader(call.chainId), account(), call),
    receipt: (chainId, hash) => waitReceipt(reader(chainId), hash),
  }
}

async function send(config: Config, client: PublicClient, account: Address, call: ContractCall) {
  const { chainId, address: to, value = 0n } = call
  if (stateOf(config).chainId !== chainId) await bringTo(config, chainId)
  const { gas, gasPrice } = await gasOf(client, account, call)
  const wallet = await signer(config).catch(async (error: unknown) => {
    // The wallet went to another chain without a word.
    if (!isWrongChain(error)) throw error
    await bringTo(config, chainId)
    return signer(config)
  })
  const data = encodeFunctionData(call)
  return wallet
    .sendTransaction({ to, data, value, account, gas, gasPrice, chain: wallet.chain ?? null })
    .catch((error: unknown) => Promise.reject(isWrongChain(error) ? wrongChain(config, chainId, error) : error))
}

/** Asks the wallet to change its chain. A wallet that can't is told about by the chain's name. */
async function bringTo(config: Config, chainId: number): Promise<void> {
  try {
    await switchChain(config, { chainId })
  } catch (error) {
    throw isWrongChain(error) ? wrongChain(config, chainId, error) : error
  }
}

function wrongChain(config: Config, chainId: number, cause: unknown): AppError {
  const network = config.chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
  return new AppError('WALLET_WRONG_CHAIN', { network }, { cause })
}

/** What some wallets answer instead of refusing is no signature. Contract wallets sign with more than 65 bytes. */
function signatureOf(answer: unknown): Hex {
  if (!isHex(answer) || size(answer) < 65) throw new AppError('BAD_SIGNATURE')
  return answer
}

async function signer(config: Config): Promise<WalletClient> {
  return (await getWalletClient(config)) as WalletClient
}

function stateOf(config: Config): WalletState {
  const { current, connections, status } = config.state
  const connection = current === null ? undefined : connections.get(current)
  const first = connection?.accounts[0]
  return {
    status: connection ? 'connected' : status === 'connecting' || status === 'reconnecting' ? 'connecting' : 'none',
    address: first === undefined ? undefined : toAddress(first),
    chainId: connection?.chainId,
  }
}

/** Announced wallets first; the bare provider only where nothing but the demo wallet announced itself. */
function optionsOf(config: Config): readonly WalletOption[] {
  const announced = config.connectors.filter(({ id }) => id !== BARE)
  const found = 'ethereum' in window && announced.every(({ id }) => id === DEMO_RDNS)
  const shown = found ? config.connectors : announced
  return shown
    .map(({ id, name, icon }) => ({ id, name, icon, isDemo: id === DEMO_RDNS }))
    .toSorted((a, b) => Number(a.isDemo) - Number(b.isDemo))
}

async function connectWith(config: Config, optionId: string): Promise<void> {
  const connector: Connector | undefined = config.connectors.find(({ id }) => id === optionId)
  if (!connector) throw new AppError('WALLET_NOT_CONNECTED')
  const { current } = config.state
  if (current !== null && current === connector.uid) return
  await connect(config, { connector })
}

function subscribe(config: Config, listener: () => void): () => void {
  const stops = [config.subscribe((state) => state, listener), config._internal.connectors.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
