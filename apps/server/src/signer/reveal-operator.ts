import { type Address, boxPreimages, commitmentOf, toAddress } from '@plinth/protocol'
import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A hash chain of preimages: its series, its first request, and which of the chains made for it. */
export type PreimageChain = { readonly box: Hex; readonly first: number; readonly attempt: number; readonly requests: number }

/** Owns the market's blind boxes and reveals their draws. Its key is held in one closure only. */
export type RevealOperator = {
  readonly address: Address
  readonly account: PrivateKeyAccount
  /** The commitment of the series before the first of these requests. */
  commitmentOf(chain: PreimageChain): Hex
  /** The preimage of one request; it decides a draw, so it must stay secret until the request. */
  preimageOf(chain: PreimageChain, request: number): Hex
}

/**
 * Preimages derive from the key alone: a database, or its backup, does not reveal future draws, and losing it loses no preimage.
 */
export function createRevealOperator(key: Hex): RevealOperator {
  const account = privateKeyToAccount(key)
  const preimagesOf = ({ box, first, attempt, requests }: PreimageChain): Hex[] => {
    const domain = keccak256(stringToHex('Plinth blind box words'))
    const secret = keccak256(concatHex([domain, key, box, numberToHex(first, { size: 32 }), numberToHex(attempt, { size: 32 })]))
    return boxPreimages(secret, requests)
  }
  const preimageOf = (chain: PreimageChain, request: number): Hex => {
    const preimage = preimagesOf(chain)[request - chain.first]
    if (!preimage) throw new Error('The hash chain has no preimage for this request')
    return preimage
  }
  return {
    address: toAddress(account.address),
    account,
    commitmentOf: (chain) => commitmentOf(preimageOf(chain, chain.first)),
    preimageOf,
  }
}
