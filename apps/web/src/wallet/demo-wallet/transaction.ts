import type { Hex } from 'viem'
import type { Rpc } from './rpc.ts'

/** As `eth_sendTransaction` takes it. */
export type TransactionRequest = {
  from?: string
  to?: Hex
  data?: Hex
  value?: Hex
  gas?: Hex
  gasPrice?: Hex
  maxFeePerGas?: Hex
  maxPriorityFeePerGas?: Hex
}

export type FilledTransaction = {
  type: 'legacy' | 'eip1559'
  chainId: number
  to: Hex | undefined
  data: Hex | undefined
  value: bigint
  gas: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/** Adds what the page left open: gas and its price. The nonce is read when the signature is given. */
export async function fillTransaction(rpc: Rpc, request: TransactionRequest, chainId: number): Promise<FilledTransaction> {
  const { to, data, value = '0x0' } = request
  const gas = BigInt(request.gas ?? (await rpc<Hex>('eth_estimateGas', [{ from: request.from, to, data, value }])))
  const base = { chainId, to, data, value: BigInt(value), gas }
  if (request.maxFeePerGas !== undefined) {
    const maxPriorityFeePerGas = BigInt(request.maxPriorityFeePerGas ?? '0x0')
    return { ...base, type: 'eip1559', maxFeePerGas: BigInt(request.maxFeePerGas), maxPriorityFeePerGas }
  }
  return { ...base, type: 'legacy', gasPrice: BigInt(request.gasPrice ?? (await rpc<Hex>('eth_gasPrice'))) }
}
