import type { Config } from '@plinth/api'
import { type Address, LOGIN_WINDOWS_S, siweMessage } from '@plinth/protocol'
import { api } from '../../lib/api.ts'
import type { Wallet } from '../../wallet/types.ts'

/** Signs the EIP-4361 message and trades it for a token (decision 16, form b). */
export async function signInWith(wallet: Wallet, address: Address, config: Config) {
  return api.user.login(await proofBy(wallet, address, config))
}

/** The same message makes the wallet the caller's own (decision 17). */
export async function linkWith(wallet: Wallet, address: Address, config: Config) {
  return api.user.linkwallet(await proofBy(wallet, address, config))
}

async function proofBy(wallet: Wallet, address: Address, config: Config) {
  const { chainId } = wallet.state()
  const isKnown = config.networks.some((network) => network.chainId === chainId)
  const signedChain = isKnown && chainId !== undefined ? chainId : config.connectChainId
  const { nonce, expiresAt } = await api.user.nonce({})
  const message = siweMessage({
    domain: location.host,
    uri: location.origin,
    address,
    chainId: signedChain,
    nonce,
    // The server's clock: ours may be wrong.
    issuedAt: expiresAt - LOGIN_WINDOWS_S.nonce,
    statement: config.loginMessage.replaceAll(/\s+/g, ' ').trim(),
  })
  const signature = await wallet.signText(message)
  return { address, signature, message, chainId: signedChain }
}
