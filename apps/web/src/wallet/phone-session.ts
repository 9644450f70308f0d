import { type Chain, numberToHex } from 'viem'
import type { Provider } from './chain-switch.ts'

type Namespace = { accounts: string[]; methods: string[]; chains?: string[] }
type Session = { topic: string; expiry: number; namespaces: Record<string, Namespace> }

/** The part of WalletConnect's SignClient that is used. */
export type SignClientLike = {
  connect: (wanted: object) => Promise<{ uri?: string; approval: () => Promise<Session> }>
  request: (asked: { topic: string; chainId: string; request: { method: string; params: unknown } }) => Promise<unknown>
  disconnect: (asked: { topic: string; reason: { code: number; message: string } }) => Promise<unknown>
  session: { getAll: () => Session[] }
  on: (event: 'session_event' | 'session_update' | 'session_delete' | 'session_expire', listener: (event: SessionEvent) => void) => unknown
}

export type SessionEvent = {
  topic: string
  params?: { event?: { name: string; data: unknown }; chainId?: string; namespaces?: Record<string, Namespace> }
}

export type PhoneHandlers = {
  accountsChanged: (accounts: readonly string[]) => void
  chainChanged: (chainId: number) => void
  ended: () => void
}

export type PhoneSession = Provider & {
  isOpen: () => boolean
  accounts: () => readonly string[]
  chainId: () => number
  pair: (showCode: (uri: string) => void) => Promise<void>
  close: () => Promise<void>
}

/** What the phone is asked for; reads go to the networks' own URLs. */
const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
]
const EVENTS = ['accountsChanged', 'chainChanged']
const ENDED = { code: 6000, message: 'User disconnected.' }

const failure = (code: number, message: string) => Object.assign(new Error(message), { code })

/** One session with one phone. The app remembers its chain: a session may cover several. */
export function openPhoneSession(client: SignClientLike, chains: readonly Chain[], handlers: PhoneHandlers): PhoneSession {
  let session = client.session.getAll().find(({ expiry }) => expiry * 1_000 > Date.now())
  let chainId = chainIdOf(session) ?? chains[0]?.id ?? 1
  const accounts = () => addressesOn(session, chainId)

  const goTo = (next: number) => {
    if (next === chainId) return
    chainId = next
    handlers.chainChanged(next)
  }
  const close = async () => {
    const { topic } = session ?? {}
    session = undefined
    if (topic !== undefined) await client.disconnect({ topic, reason: ENDED })
  }
  const end = ({ topic }: SessionEvent) => {
    if (topic !== session?.topic) return
    session = undefined
    handlers.ended()
  }
  client.on('session_delete', end)
  client.on('session_expire', end)
  client.on('session_update', ({ topic, params }) => {
    if (topic !== session?.topic || !params?.namespaces) return
    session = { ...session, namespaces: params.namespaces }
    handlers.accountsChanged(accounts())
  })
  client.on('session_event', ({ topic, params }) => {
    if (topic !== session?.topic || !params?.event) return
    const { name, data } = params.event
    if (name === 'chainChanged') goTo(Number(data))
    if (name !== 'accountsChanged' || !Array.isArray(data)) return
    if (data.length > 0) return handlers.accountsChanged(data.map(bare))
    // No account is left: the session is of no use to either side.
    void close().catch(() => undefined)
    handlers.ended()
  })

  const ask = async (method: string, params: unknown) => {
    if (!session) throw failure(4900, 'The phone is not connected.')
    if (!session.namespaces.eip155?.methods.includes(method)) throw failure(4200, `The phone’s wallet does not offer ${method}.`)
    return client.request({ topic: session.topic, chainId: `eip155:${chainId}`, request: { method, params } })
  }
  const request: Provider['request'] = async ({ method, params = [] }) => {
    if (method === 'eth_chainId') return numberToHex(chainId)
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accounts()
    if (!METHODS.includes(method)) throw failure(4901, 'Reads do not travel to the phone.')
    if (method !== 'wallet_switchEthereumChain') return ask(method, params)
    const wanted = Number((params as { chainId: string }[])[0]?.chainId)
    // A chain that the session covers needs no request to the phone.
    if (addressesOn(session, wanted).length === 0) await ask(method, params)
    goTo(wanted)
    return null
  }
  return {
    request,
    isOpen: () => session !== undefined,
    accounts,
    chainId: () => chainId,
    pair: async (showCode) => {
      const optionalNamespaces = { eip155: { methods: METHODS, events: EVENTS, chains: chains.map(({ id }) => `eip155:${id}`) } }
      const { uri, approval } = await client.connect({ optionalNamespaces })
      if (uri !== undefined) showCode(uri)
      session = await approval()
      chainId = chainIdOf(session) ?? chainId
    },
    close,
  }
}

const accountsOf = (session: Session | undefined) => session?.namespaces.eip155?.accounts ?? []

/** "eip155:56:0x…" */
const bare = (account: unknown) => String(account).split(':').at(-1) ?? ''

function chainIdOf(session: Session | undefined): number | undefined {
  const [first] = accountsOf(session)
  return first === undefined ? undefined : Number(first.split(':')[1])
}

function addressesOn(session: Session | undefined, chainId: number): string[] {
  return accountsOf(session)
    .filter((account) => account.startsWith(`eip155:${chainId}:`))
    .map(bare)
}
