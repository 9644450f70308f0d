import { encodeFunctionData } from 'viem'
import { type Effect, type Reader, unreadable } from './effect.ts'
import type { ContractCall } from './market.ts'
import { readCall } from './read-call.ts'
import { readSigned } from './read-signed.ts'
import type { SignatureRequest, TransactionRequest } from './requests.ts'

/**
 * Reads the effect of a request from its typed data or call alone.
 * @throws AppError ORDER_MISMATCH for a field that can't be read
 */
export function effectOf(request: Pick<SignatureRequest, 'kind' | 'typedData'> | TransactionRequest, reader: Reader): Effect {
  return request.kind === 'signature' ? readSigned(request.typedData, reader) : effectOfCall(request.call, reader)
}

function effectOfCall({ chainId, address, abi, functionName, args, value = 0n }: ContractCall, reader: Reader): Effect {
  if (chainId !== reader.chainId) throw unreadable()
  return readCall({ to: address, data: encodeFunctionData({ abi, functionName, args }), value }, reader)
}
