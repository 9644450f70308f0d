import type { Texts } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { collection721Abi, exchangeAbi } from '@plinth/protocol/abi'
import type { PublicClient } from 'viem'
import type { Chain } from './chain.ts'
import { isRevert } from './revert.ts'

/** `feeSigner` is undefined where its key is not known here: then its roles are not checked. */
export type MarketKeys = { readonly miner: Address; readonly feeSigner: Address | undefined }
export type MissingRole = { readonly of: keyof MarketKeys } & Texts

/** Which signatures of the market its contracts on a chain would refuse. @throws AppError CHAIN_UNREACHABLE */
export async function findMissingRoles(chain: Chain, { miner: mintSigner, feeSigner }: MarketKeys): Promise<MissingRole[]> {
  const { exchange, auctionExchange, blindBox, official721, official1155 } = chain.config.contracts
  const counts = (read: (node: PublicClient) => Promise<boolean>) =>
    chain.read(read).catch((error: unknown) => {
      // Not the expected contract.
      if (isRevert(error)) return false
      throw error
    })
  const fees = (address: Address) =>
    feeSigner === undefined ||
    counts((node) => node.readContract({ address, abi: exchangeAbi, functionName: 'isFeeSigner', args: [feeSigner] }))
  const mints = (address: Address) =>
    counts((node) => node.readContract({ address, abi: collection721Abi, functionName: 'isSigner', args: [mintSigner] }))
  const roles = [
    [fees(exchange), 'feeSigner', 'the fee signer does not count on the exchange', '交易合约不认可手续费签名密钥'],
    [fees(auctionExchange), 'feeSigner', 'the fee signer does not count on the auction exchange', '拍卖合约不认可手续费签名密钥'],
    [fees(blindBox), 'feeSigner', 'the fee signer does not count on the blind box', '盲盒合约不认可手续费签名密钥'],
    [mints(official721), 'miner', 'the miner does not count in the official collection of single works', '官方单件合集不认可铸造签名密钥'],
    [mints(official1155), 'miner', 'the miner does not count in the official collection of editions', '官方多件合集不认可铸造签名密钥'],
  ] as const
  const missing = await Promise.all(roles.map(async ([counted, of, en, zh]) => ((await counted) ? [] : [{ of, en, zh }])))
  return missing.flat()
}
