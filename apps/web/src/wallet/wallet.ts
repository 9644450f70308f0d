import { AppError } from '@plinth/api'
import { type Address, isLocalChain, type Network, toAddress, usableNetworks } from '@plinth/protocol'
import type { Chain, PublicClient, WalletClient } from 'viem'
import { type Config, type Connector, createConfig, createStorage, http, injected } from 'wagmi'
import { connect, disconnect, getPublicClient, getWalletClient, reconnect, switchChain } from 'wagmi/actions'
import { dryRun, gasOf, waitReceipt } from './chain-reader.ts'
import { toChain } from './chains.ts'
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
    storage: createStorage({ storage: localStorage, key: 'plinth.wallet' }),
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
      if (state().chainId !== chainId) await switchChain(config, { chainId })
    },
    signText: async (text) => (await signer(config)).signMessage({ account: account(), message: text }),
    signTypedData: async (data) => (await signer(config)).signTypedData({ ...data, account: account() }),
    read: (call) => reader(call.chainId).readContract(call) as Promise<never>,
    balance: (chainId, address) => reader(chainId).getBalance({ address }),
    dryRun: (call) => dryRun(reader(call.chainId), account(), call) as Promise<never>,
    send: (call) => send(config, reader(call.chainId), account(), call),
    receipt: (chainId, hash) => waitReceipt(reader(chainId), hash),
  }
}

async function send(config: Config, client: PublicClient, account: Address, call: ContractCall) {
  if (stateOf(config).chainId !== call.chainId) await switchChain(config, { chainId: call.chainId })
  const { gas, gasPrice } = await gasOf(client, account, call)
  const { abi, address, args, functionName, value = 0n } = call
  const wallet = await signer(config)
  return wallet.writeContract({ abi, address, args, functionName, value, account, gas, gasPrice, chain: wallet.chain ?? null })
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
