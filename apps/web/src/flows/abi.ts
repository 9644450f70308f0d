import { collection721Abi, collectionFactoryAbi, exchangeAbi, transferProxyAbi } from '@plinth/protocol/abi'
import type { Abi } from 'viem'

/** Only the errors of a contract that ours calls: its reverts come through and want to be read. */
const errorsOf = (abi: Abi): Abi => abi.filter(({ type }) => type === 'error')

export const EXCHANGE_ABI: Abi = [...exchangeAbi, ...errorsOf(transferProxyAbi), ...errorsOf(collection721Abi)]
export const FACTORY_ABI: Abi = [...collectionFactoryAbi, ...errorsOf(collection721Abi)]
export const COLLECTION_ABI: Abi = collection721Abi
