import { AppError } from '@plinth/api'
import { type Address, isLocalChain, type Network, usableNetworks } from '@plinth/protocol'
import type { ContractCall } from '@plinth/sdk'
import { type Chain, encodeFunctionData, type Hex, isHex, type PublicClient, size } from 'viem'
import { type Config, createConfig, createStorage } from 'wagmi'
import { getPublicClient } from 'wagmi/actions'
import { patientStorage } from '../lib/storage.ts'
import { readApprovalLogs } from './approval-logs.ts'
import { batchesOver } from './batch.ts'
import { dryRun, estimate, gasOf, itemBalance, itemSupply, type ReadTracker, takesItem, tokenBalance } from './chain-reader.ts'
import { addTo, type Provider, switchTo } from './chain-switch.ts'
import { toChain } from './chains.ts'
import { type Connection, connectionOver } from './connection.ts'
import { type ConnectorSettings, connectorsOf } from './connectors.ts'
import { isWrongChain } from './errors.ts'
import { gasPriceOf } from './gas.ts'
import { holdAccount, listenHeld } from './held-account.ts'
import { readBlock, readLogs } from './logs.ts'
import { DEMO_RDNS, optionsOf } from './options.ts'
import { walletFirst } from './transport.ts'
import type { Wallet } from './types.ts'
import { findByHash, findSent, getTxStatus, preparePendingTx } from './watch.ts'

export type WalletSettings = ConnectorSettings & { gasTracker: ReadTracker }

/** Opens the wallet layer for the configured networks; the demo wallet comes with it where a local chain is among them. */
export async function openWallet(networks: readonly Network[], settings: WalletSettings): Promise<Wallet> {
  const usable = usableNetworks(networks)
  const [first, ...rest] = usable.map(toChain)
  if (!first) throw new AppError('CHAIN_UNKNOWN')
  const local = usable.filter(({ chainId }) => isLocalChain(chainId))
  if (local.length > 0) {
    const { announceDemoWallet } = await import('./demo-wallet/announce.ts')
    announceDemoWallet(local, { rdns: DEMO_RDNS, siteName: settings.siteName })
  }
  const chains = [first, ...rest] as const
  let connection: Connection | undefined
  const walletOn = async (chainId: number): Promise<Provider | undefined> =>
    connection?.state().chainId === chainId ? connection.provider() : undefined
  const config = createConfig({
    chains,
    connectors: await connectorsOf(settings),
    transports: Object.fromEntries(chains.map(({ id }) => [id, walletFirst(id, walletOn)])),
    storage: createStorage({ storage: patientStorage, key: 'plinth.wallet' }),
    pollingInterval: 1_000,
  })
  connection = connectionOver(config)
  return walletOver(config, connection, settings.gasTracker)
}

function walletOver(config: Config, connection: Connection, tracker: ReadTracker): Wallet {
  const { state, account, provider, signer } = connection
  const reader = (chainId: number): PublicClient => {
    const client = getPublicClient(config, { chainId })
    if (!client) throw new AppError('CHAIN_UNKNOWN')
    return client as PublicClient
  }
  const bring = async (chainId: number, how: typeof switchTo) => {
    await how(await provider(), chainOf(config, chainId))
    if (state().chainId !== chainId) connection.noteChain(chainId)
  }
  const goTo = async (chainId: number) => {
    if (state().chainId !== chainId) await bring(chainId, switchTo)
  }
  const { canBatch, sendBatch, findBatch } = batchesOver(connection, async (chainId) => {
    await goTo(chainId)
    return chainOf(config, chainId)
  })
  return {
    options: () => optionsOf(config),
    state,
    subscribe: (listener) => subscribe(config, listener),
    connect: async (optionId, showCode) => {
      const connector = config.connectors.find(({ id }) => id === optionId)
      if (!connector) throw new AppError('WALLET_NOT_CONNECTED')
      await connection.connect(connector, showCode)
    },
    reconnect: connection.reconnect,
    disconnect: connection.disconnect,
    switchChain: goTo,
    addChain: (chainId) => bring(chainId, addTo),
    watchToken: async ({ address, symbol, decimals }) => {
      await (await signer()).watchAsset({ type: 'ERC20', options: { address, symbol, decimals } })
    },
    accounts: connection.accounts,
    askAccounts: async () => {
      await (await provider()).request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    },
    hold: holdAccount,
    signText: async (text, by = account()) => signatureOf(await (await signer()).signMessage({ account: by, message: text })),
    signTypedData: async (data) => signatureOf(await (await signer()).signTypedData({ ...data, account: account() })),
    // The ABI determines what a contract answers: the caller knows the type, as `Wallet` has it.
    read: (call) => reader(call.chainId).readContract(call) as Promise<never>,
    logs: (chainId, address, fromBlock) => readLogs(reader(chainId), address, fromBlock),
    receiptLogs: async (chainId, hash) => (await reader(chainId).getTransactionReceipt({ hash })).logs,
    approvalLogs: (chainId, owner, spenders) => readApprovalLogs(reader(chainId), owner, spenders),
    block: (chainId, number) => readBlock(reader(chainId), number),
    balance: (chainId, address) => reader(chainId).getBalance({ address }),
    tokenBalance: (chainId, token, owner) => tokenBalance(reader(chainId), token, owner),
    itemBalance: (chainId, item, owner) => itemBalance(reader(chainId), item, owner),
    itemSupply: (chainId, item) => itemSupply(reader(chainId), item),
    takesItem: (chainId, receiver, item) => takesItem(reader(chainId), receiver, item),
    gasPrice: async (chainId) => {
      const client = reader(chainId)
      return gasPriceOf(await client.getBlockNumber(), await tracker(chainId), () => client.getGasPrice())
    },
    dryRun: (call) => dryRun(reader(call.chainId), account(), call) as Promise<never>,
    estimate: (call) => estimate(reader(call.chainId), account(), call),
    prepare: (call) => preparePendingTx(reader(call.chainId), account(), call),
    send: async (call) => {
      await goTo(call.chainId)
      return send(config, reader(call.chainId), connection, call, tracker)
    },
    canBatch,
    sendBatch,
    findBatch,
    findSent: (chainId, address, pending) => findSent(reader(chainId), address, pending),
    findByHash: (chainId, hash) => findByHash(reader(chainId), hash),
    getTxStatus: (chainId, sent) => getTxStatus(reader(chainId), sent),
  }
}

async function send(config: Config, client: PublicClient, connection: Connection, call: ContractCall, tracker: ReadTracker): Promise<Hex> {
  const account: Address = connection.account()
  const { chainId, address: to, value = 0n } = call
  const { gas, gasPrice } = await gasOf(client, account, call, tracker)
  const chain = chainOf(config, chainId)
  const wallet = await connection.signer().catch(async (error: unknown) => {
    // The wallet changed its chain without an event.
    if (!isWrongChain(error)) throw error
    await switchTo(await connection.provider(), chain)
    connection.noteChain(chainId)
    return connection.signer()
  })
  const data = encodeFunctionData(call)
  return wallet
    .sendTransaction({ to, data, value, account, gas, gasPrice, chain })
    .catch((error: unknown) => Promise.reject(isWrongChain(error) ? wrongChain(chain, error) : error))
}

function chainOf(config: Config, chainId: number): Chain {
  const chain = config.chains.find(({ id }) => id === chainId)
  if (!chain) throw new AppError('CHAIN_UNKNOWN')
  return chain
}

const wrongChain = ({ name }: Chain, cause: unknown) => new AppError('WALLET_WRONG_CHAIN', { network: name }, { cause })

/** What some wallets answer instead of refusing is no signature. Contract wallets sign with more than 65 bytes. */
function signatureOf(answer: unknown): Hex {
  if (!isHex(answer) || size(answer) < 65) throw new AppError('BAD_SIGNATURE')
  return answer
}

function subscribe(config: Config, listener: () => void): () => void {
  const stops = [config.subscribe((state) => state, listener), listenHeld(listener), config._internal.connectors.subscribe(listener)]
  // A legacy wallet that comes late says so by this event alone.
  window.addEventListener('ethereum#initialized', listener)
  return () => {
    window.removeEventListener('ethereum#initialized', listener)
    for (const stop of stops) stop()
  }
}
