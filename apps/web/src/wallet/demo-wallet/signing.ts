import { hexToString, isHex } from 'viem'
import type { DemoCore } from './core.ts'
import type { TypedData } from './question.ts'
import { ProviderRpcError } from './rpc.ts'
import { readRequest } from './says.ts'
import { readTokens } from './token-facts.ts'
import { fillTransaction, type TransactionRequest } from './transaction.ts'

export type Params = readonly unknown[]

export async function signText(core: DemoCore, [data, address]: Params) {
  const account = core.approved(address)
  const text = isHex(data) ? hexToString(data) : String(data)
  await core.ask({ kind: 'text', account, text })
  return account.account.signMessage({ message: isHex(data) ? { raw: data } : text })
}

export async function signTypedData(core: DemoCore, [address, json]: Params) {
  const account = core.approved(address)
  const data = (typeof json === 'string' ? JSON.parse(json) : json) as TypedData
  const { chainId } = data.domain
  if (chainId !== undefined && Number(chainId) !== core.state().chainId)
    throw new ProviderRpcError(-32_602, 'The signature is for another network than the wallet is on.')
  const network = core.network()
  const tokens = await readTokens(core.rpc, network, data.message)
  await core.ask({ kind: 'typedData', account, data, tokens, network })
  // Any page's data: viem checks it while it hashes.
  return account.account.signTypedData(data as never)
}

/** Signs locally and sends the signed bytes to the network's own node. */
export async function sendTransaction(core: DemoCore, [raw]: Params) {
  const request = (raw ?? {}) as TransactionRequest
  const account = core.approved(request.from)
  const filled = await fillTransaction(core.rpc, { ...request, from: account.address }, core.state().chainId)
  const feeWei = filled.gas * (filled.maxFeePerGas ?? filled.gasPrice ?? 0n)
  const network = core.network()
  // An allowance names its amount in units of the token that is called, other calls in units of those that they name.
  const tokens = await readTokens(core.rpc, network, { token: request.to, effect: readRequest(request) })
  await core.ask({ kind: 'transaction', account, request, tokens, feeWei, network })
  // Between question and answer another transaction may have taken the number.
  const nonce = Number(await core.rpc<string>('eth_getTransactionCount', [account.address, 'pending']))
  // viem distinguishes transactions by type; here the fields that are present decide.
  return core.rpc('eth_sendRawTransaction', [await account.account.signTransaction({ ...filled, nonce } as never)])
}
