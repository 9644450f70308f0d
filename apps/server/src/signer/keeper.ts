import { type Address, boxWords, commitmentOf, toAddress } from '@plinth/protocol'
import { concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A hash chain of preimages: its series, its first request, and which of the chains made for it. */
export type WordChain = { readonly box: Hex; readonly first: number; readonly attempt: number; readonly requests: number }

/** Owns the market's blind boxes and reveals their draws. Its key is held in one closure only. */
export type Keeper = {
  readonly address: Address
  readonly account: PrivateKeyAccount
  /** The commitment of the series before the first of these requests. */
  commitmentOf(chain: WordChain): Hex
  /** The preimage of one request; it decides a draw, so it must stay secret until the request. */
  wordOf(chain: WordChain, request: number): Hex
}

/**
 * Preimages derive from the key alone: a database, or its backup, does not reveal future draws, and losing it loses no preimage.
 */
export function createKeeper(key: Hex): Keeper {
  const account = privateKeyToAccount(key)
  const wordsOf = ({ box, first, attempt, requests }: WordChain): Hex[] => {
    const domain = keccak256(stringToHex('Plinth blind box words'))
    const secret = keccak256(concatHex([domain, key, box, numberToHex(first, { size: 32 }), numberToHex(attempt, { size: 32 })]))
    return boxWords(secret, requests)
  }
  const wordOf = (chain: WordChain, request: number): Hex => {
    const word = wordsOf(chain)[request - chain.first]
    if (!word) throw new Error('The chain of words has none for this request')
    return word
  }
  return {
    address: toAddress(account.address),
    account,
    commitmentOf: (chain) => commitmentOf(wordOf(chain, chain.first)),
    wordOf,
  }
}
