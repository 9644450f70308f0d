import { numberToHex } from 'viem'
import { demoAccounts, findDemoAccount } from './accounts.ts'
import { createCore, type DemoCore, type DemoOptions, type Listener } from './core.ts'
import { ProviderRpcError } from './rpc.ts'
import { type Params, sendTransaction, signText, signTypedData } from './signing.ts'

export type DemoProvider = {
  request: (request: { method: string; params?: Params }) => Promise<unknown>
  on: (event: string, listener: Listener) => void
  removeListener: (event: string, listener: Listener) => void
  /** Another tab has changed the state. */
  reload: () => void
}

/** What only the owner of a wallet or node may do, and what would sign blindly. */
const REFUSED = /^(wallet_|eth_sign|personal_|anvil_|hardhat_|evm_)/

/** A real EIP-1193 provider over the devnet's accounts: it signs locally and asks its owner before every signature. */
export function createDemoProvider(options: DemoOptions): DemoProvider {
  const core = createCore(options)
  const methods = methodsOf(core)
  return {
    request: async ({ method, params = [] }) => {
      const known = methods[method]
      if (known) return known(params)
      if (REFUSED.test(method)) throw new ProviderRpcError(4200, `${method} is not supported.`)
      return core.rpc(method, params)
    },
    on: core.on,
    removeListener: core.off,
    reload: core.reload,
  }
}

function methodsOf(core: DemoCore): Record<string, (params: Params) => unknown> {
  return {
    eth_accounts: core.accounts,
    eth_coinbase: () => core.accounts()[0] ?? null,
    eth_requestAccounts: () => (core.accounts().length > 0 ? core.accounts() : requestAccounts(core)),
    wallet_requestPermissions: async () => {
      await requestAccounts(core)
      return permissions(core)
    },
    wallet_getPermissions: () => permissions(core),
    wallet_revokePermissions: () => {
      core.change({ isApproved: false })
      return null
    },
    eth_chainId: () => numberToHex(core.state().chainId),
    net_version: () => String(core.state().chainId),
    wallet_switchEthereumChain: (params) => changeNetwork(core, params),
    wallet_addEthereumChain: (params) => changeNetwork(core, params),
    personal_sign: (params) => signText(core, params),
    eth_signTypedData_v4: (params) => signTypedData(core, params),
    eth_sendTransaction: (params) => sendTransaction(core, params),
  }
}

/** The account used last, else the first. */
function currentAccount(core: DemoCore) {
  const account = findDemoAccount(core.state().account ?? '') ?? demoAccounts()[0]
  if (!account) throw new ProviderRpcError(4100, 'The demo wallet has no accounts.')
  return account
}

async function requestAccounts(core: DemoCore): Promise<string[]> {
  const chosen = await core.ask({ kind: 'connect', accounts: demoAccounts(), account: currentAccount(core) })
  core.change({ account: chosen.address, isApproved: true })
  return core.accounts()
}

function permissions(core: DemoCore) {
  const value = core.accounts()
  return value.length === 0 ? [] : [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value }] }]
}

async function changeNetwork(core: DemoCore, [wanted]: Params): Promise<null> {
  const chainId = Number((wanted as { chainId?: string } | undefined)?.chainId)
  const target = core.networks.find((candidate) => candidate.chainId === chainId)
  if (!target) throw new ProviderRpcError(4902, 'The demo wallet knows the local chains only.')
  if (target.chainId === core.state().chainId) return null
  await core.ask({ kind: 'network', account: currentAccount(core), network: target })
  core.change({ chainId: target.chainId })
  return null
}
