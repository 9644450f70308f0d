import { AppError } from '@plinth/api'
import { type Address, toAddress } from '@plinth/protocol'
import type { WalletClient } from 'viem'
import type { Config, Connector } from 'wagmi'
import { connect, disconnect, getWalletClient, reconnect } from 'wagmi/actions'
import { LOCAL, readStored, writeStored } from '../lib/storage.ts'
import type { Provider } from './chain-switch.ts'
import { isWrongChain } from './errors.ts'
import { heldAccount } from './held-account.ts'
import type { WalletState } from './types.ts'

/** Extensions announce themselves after the page has begun. */
const ANNOUNCE_MS = 1_500

/** The one wallet the visitor has chosen. Others that announce themselves never replace it. */
export type Connection = {
  state: () => WalletState
  /** All that the wallet shows to this page, the one in use first. */
  accounts: () => readonly Address[]
  connect: (connector: Connector, showCode?: (uri: string) => void) => Promise<void>
  reconnect: () => Promise<boolean>
  disconnect: () => Promise<void>
  provider: () => Promise<Provider>
  signer: () => Promise<WalletClient>
  account: () => Address
  /** The wallet was asked to switch its chain: some never report that they did. */
  noteChain: (chainId: number) => void
}

export function connectionOver(config: Config): Connection {
  let chosen: Connector | undefined
  const current = () => (chosen ? config.state.connections.get(chosen.uid) : undefined)
  const need = (): Connector => {
    if (!chosen || !current()) throw new AppError('WALLET_NOT_CONNECTED')
    return chosen
  }
  const accounts = () => (current()?.accounts ?? []).map(toAddress)
  const state = (): WalletState => {
    const [first] = accounts()
    return {
      status: first ? 'connected' : config.state.status === 'connecting' || config.state.status === 'reconnecting' ? 'connecting' : 'none',
      address: first && (heldAccount() ?? first),
      chainId: current()?.chainId,
    }
  }
  return {
    state,
    accounts,
    connect: async (connector, showCode) => {
      const before = chosen
      await connectOne(config, connector, showCode)
      chosen = connector
      writeStored(LOCAL.wallet, connector.id)
      if (before && before.uid !== connector.uid) await disconnect(config, { connector: before })
    },
    reconnect: async () => {
      const id = readStored(LOCAL.wallet)
      const connector = id === undefined ? undefined : await awaitConnector(config, id)
      if (!connector) return false
      const [back] = await reconnect(config, { connectors: [connector] })
      chosen = back?.connector
      return chosen !== undefined
    },
    disconnect: async () => {
      const connector = chosen
      chosen = undefined
      writeStored(LOCAL.wallet, undefined)
      if (connector) await disconnect(config, { connector })
    },
    provider: () => need().getProvider() as Promise<Provider>,
    signer: async () => (await getWalletClient(config, { connector: need() }).catch(asNotConnected)) as WalletClient,
    account: () => {
      const { address } = state()
      if (!address) throw new AppError('WALLET_NOT_CONNECTED')
      return address
    },
    noteChain: (chainId) => need().onChainChanged(String(chainId)),
  }
}

function asNotConnected(error: unknown): never {
  if (isWrongChain(error)) throw error
  throw new AppError('WALLET_NOT_CONNECTED', {}, { cause: error })
}

async function connectOne(config: Config, connector: Connector, showCode?: (uri: string) => void): Promise<void> {
  if (config.state.connections.has(connector.uid)) return
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => type === 'display_uri' && showCode?.(String(data))
  connector.emitter.on('message', onMessage)
  try {
    await connect(config, { connector })
  } finally {
    connector.emitter.off('message', onMessage)
  }
}

/** The wallet of that name, once it has announced itself; undefined where it has gone from this browser. */
async function awaitConnector(config: Config, id: string): Promise<Connector | undefined> {
  const find = () => config.connectors.find((connector) => connector.id === id)
  for (const end = Date.now() + ANNOUNCE_MS; !find() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 50))
  return find()
}
