import { toAddress } from '@plinth/protocol'
import { getAddress, numberToHex } from 'viem'
import { createConnector } from 'wagmi'
import type { Provider } from './chain-switch.ts'
import { PHONE_ID } from './options.ts'
import { openPhoneSession, type PhoneSession, type SignClientLike } from './phone-session.ts'

export type PhoneSettings = {
  siteName: string
  siteUrl: string
  walletConnectProjectId: string
  /** The relay's client; fetched when a visitor first chooses a phone. */
  openClient?: (settings: PhoneSettings) => Promise<SignClientLike>
}

async function openSignClient({ siteName, siteUrl, walletConnectProjectId: projectId }: PhoneSettings): Promise<SignClientLike> {
  const { SignClient } = await import('@walletconnect/sign-client')
  const metadata = { name: siteName, description: siteName, url: siteUrl, icons: [`${siteUrl}/favicon.svg`] }
  // Its own types list every event; the app uses a few calls of it.
  return (await SignClient.init({ projectId, metadata, logger: 'silent' })) as unknown as SignClientLike
}

/** A wallet on a phone, over WalletConnect: the page shows a code, the phone's wallet answers through the relay. */
export function phoneWallet(settings: PhoneSettings) {
  let opened: Promise<PhoneSession> | undefined
  return createConnector<Provider>((config) => {
    const handlers = {
      accountsChanged: (accounts: readonly string[]) =>
        config.emitter.emit('change', { accounts: accounts.map((each) => getAddress(each)) }),
      chainChanged: (chainId: number) => config.emitter.emit('change', { chainId }),
      ended: () => config.emitter.emit('disconnect'),
    }
    const session = (): Promise<PhoneSession> => {
      const open = settings.openClient ?? openSignClient
      opened ??= open(settings).then((client) => openPhoneSession(client, config.chains, handlers))
      opened.catch(() => (opened = undefined))
      return opened
    }
    return {
      id: PHONE_ID,
      name: 'WalletConnect',
      type: 'walletConnect',
      connect: async ({ isReconnecting } = {}) => {
        const phone = await session()
        if (!isReconnecting && !phone.isOpen()) await phone.pair((data) => config.emitter.emit('message', { type: 'display_uri', data }))
        // The type asks for accounts with capabilities only where they were wanted.
        return { accounts: phone.accounts().map((each) => getAddress(each)), chainId: phone.chainId() } as never
      },
      disconnect: async () => (await session()).close(),
      getAccounts: async () => (await session()).accounts().map((each) => getAddress(each)),
      getChainId: async () => (await session()).chainId(),
      getProvider: async () => ({ request: async (asked) => (await session()).request(asked) }),
      isAuthorized: async () => (await session()).isOpen(),
      onAccountsChanged: (accounts) => handlers.accountsChanged(accounts.map(toAddress)),
      onChainChanged: (chainId) => handlers.chainChanged(Number(chainId)),
      onDisconnect: () => handlers.ended(),
      switchChain: async ({ chainId }) => {
        await (await session()).request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(chainId) }] })
        const chain = config.chains.find(({ id }) => id === chainId)
        if (!chain) throw new Error('The chain is not configured')
        return chain
      },
    }
  })
}
