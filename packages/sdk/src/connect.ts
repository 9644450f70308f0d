import { AppError, createClient } from '@plinth/api'
import { LOGIN_WINDOWS_S, siweMessage, toAddress } from '@plinth/protocol'
import type { Account, Chain, PublicClient, Transport, WalletClient } from 'viem'
import type { BulkMarket } from './bulk.ts'
import type { CartMarket, ContractCall, OfferMarket, PrivateMarket } from './market.ts'
import type { Signer } from './perform.ts'

export type ConnectOptions = {
  /** Origin of the server, e.g. `https://market.example`. */
  readonly url: string
  /** Of the account that trades, on the chain where it trades. */
  readonly wallet: WalletClient<Transport, Chain, Account>
  /** Reads the same chain. */
  readonly client: PublicClient
  /** Replaces the global one, e.g. to go through a proxy. */
  readonly fetch?: typeof fetch
}

export type Connection = { readonly market: OfferMarket & PrivateMarket & CartMarket & BulkMarket; readonly signer: Signer }

/** Signs in by EIP-4361 with the wallet and answers the market in its account's name. */
export async function connect({ url, wallet, client, fetch: ask = fetch }: ConnectOptions): Promise<Connection> {
  let token: string | undefined
  const { origin, host } = new URL(url)
  const api = createClient({ baseUrl: origin, token: () => token, fetch: ask })
  const account = toAddress(wallet.account.address)
  const chainId = wallet.chain.id
  const [config, { nonce, expiresAt }] = await Promise.all([api.config.fetch({ chainId }), api.user.nonce({})])
  const message = siweMessage({
    domain: host,
    uri: origin,
    address: account,
    chainId,
    nonce,
    // The server's clock: ours may be wrong.
    issuedAt: expiresAt - LOGIN_WINDOWS_S.nonce,
    statement: config.loginMessage.replaceAll(/\s+/g, ' ').trim(),
  })
  const signature = await wallet.signMessage({ account: wallet.account, message })
  token = (await api.user.login({ address: account, signature, message, chainId })).token
  const market: Connection['market'] = {
    api,
    bulk: api.order,
    chainId,
    account,
    config,
    read: async <T>({ chainId: _, ...call }: Omit<ContractCall, 'value'>) => (await client.readContract(call)) as T,
    simulate: async <T>(call: ContractCall) => (await client.simulateContract(requestOf(call, wallet.account))).result as T,
  }
  return { market, signer: signerOf({ wallet, client }) }
}

const requestOf = ({ address, abi, functionName, args, value, gas }: ContractCall, account: Account) => ({
  address,
  abi,
  functionName,
  args,
  account,
  ...(value ? { value } : {}),
  ...(gas ? { gas } : {}),
})

/** Signs and sends with a viem wallet client. A call is simulated first, so that a certain failure costs nothing. */
export function signerOf({ wallet, client }: Pick<ConnectOptions, 'wallet' | 'client'>): Signer {
  const { account, chain } = wallet
  return {
    signTypedData: (data) => wallet.signTypedData({ ...data, account }),
    send: async (call) => {
      if (call.chainId !== chain.id) throw new AppError('WALLET_WRONG_CHAIN', { network: chain.name })
      const request = requestOf(call, account)
      await client.simulateContract(request)
      const gas = call.gas ?? (await client.estimateContractGas(request)) + (call.gasReserve ?? 0n)
      return wallet.writeContract({ ...request, chain, gas })
    },
    confirm: async (hash) => (await client.waitForTransactionReceipt({ hash })).status === 'success',
  }
}
