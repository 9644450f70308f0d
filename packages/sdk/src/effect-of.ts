import { encodeFunctionData } from 'viem'
import { type Effect, type Reader, unreadable } from './effect.ts'
import type { ContractCall } from './market.ts'
import { readCall } from './read-call.ts'
import { readSigned } from './read-signed.ts'
import type { SignatureRequest, TransactionRequest } from './requests.ts'

/**
 * What a request lets happen, computed from what goes to the wallet and from nothing else.
 * @throws AppError ORDER_MISMATCH where it can't be read to the last field
 */
export function effectOf(request: Pick<SignatureRequest, 'kind' | 'typedData'> | TransactionRequest, reader: Reader): Effect {
  return request.kind === 'signature' ? readSigned(request.typedData, reader) : effectOfCall(request.call, reader)
}

function effectOfCall({ chainId, address, abi, functionName, args, value = 0n }: ContractCall, reader: Reader): Effect {
  if (chainId !== reader.chainId) throw unreadable()
  return readCall({ to: address, data: encodeFunctionData({ abi, functionName, args }), value }, reader)
}
