import { type Client, createClient } from '@plinth/api'
import { type Address, siweMessage, toAddress } from '@plinth/protocol'
import {
  type Chain,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type LocalAccount,
  type PublicActions,
  publicActions,
  type Transport,
  type WalletClient,
} from 'viem'
import { type DemoName, getDemoAccount } from '../accounts.ts'
import type { LocalChain } from '../chain.ts'
import type { Deployment } from '../deploy.ts'
import { receiptOf } from '../receipt.ts'

/** One local chain with its market, as the demo finds it. */
export interface StoryChain {
  chain: Pick<LocalChain, 'chainId' | 'rpcUrl'>
  contracts: Deployment
}

export type Wallet = WalletClient<Transport, Chain, LocalAccount> & PublicActions<Transport, Chain, LocalAccount>

/** An account of the stories: signed in, with a wallet on one chain. */
export interface Person {
  name: DemoName
  address: Address
  api: Client
  wallet: Wallet
  chain: StoryChain
}

/** Signs in as a visitor would: a nonce, an EIP-4361 message, a signature. */
export async function signIn(name: DemoName, apiUrl: string, story: StoryChain): Promise<Person> {
  const { address, account } = getDemoAccount(name)
  const { chainId } = story.chain
  const guest = createClient({ baseUrl: apiUrl })
  const { nonce } = await guest.user.nonce({})
  const { host, origin } = new URL(apiUrl)
  const message = siweMessage({
    domain: host,
    address,
    uri: origin,
    chainId,
    nonce,
    issuedAt: Math.floor(Date.now() / 1000),
    statement: 'Sign in to play the demo.',
  })
  const { token } = await guest.user.login({ address, message, signature: await account.signMessage({ message }), chainId })
  return { name, address, api: createClient({ baseUrl: apiUrl, token: () => token }), wallet: walletOf(name, story), chain: story }
}

/** The same person with a wallet on another chain. */
export function onChain(person: Person, story: StoryChain): Person {
  return { ...person, wallet: walletOf(person.name, story), chain: story }
}

function walletOf(name: DemoName, { chain: { chainId, rpcUrl } }: StoryChain): Wallet {
  const chain = defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createWalletClient({ account: getDemoAccount(name).account, chain, transport: http(rpcUrl), pollingInterval: 50 }).extend(
    publicActions,
  )
  // Two transactions at once would take the same nonce.
  const { writeContract } = client
  let last: Promise<unknown> = Promise.resolve()
  const inTurn: Wallet['writeContract'] = (call) => {
    const sent = last.then(() => writeContract(call))
    last = sent.catch(() => undefined)
    return sent
  }
  return Object.assign(client, { writeContract: inTurn })
}

/** Waits until the chain has taken a transaction, and throws when it reverted. */
export async function mined(person: Person, hash: Hex): Promise<{ to: Address | undefined }> {
  const receipt = await receiptOf(person.wallet, hash)
  if (receipt.status !== 'success') throw new Error(`${person.name}'s transaction ${hash} reverted`)
  return { to: receipt.to ? toAddress(receipt.to) : undefined }
}
