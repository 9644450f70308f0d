import { readArtifact, receiptOf } from '@plinth/devnet'
import { type Address, BASE_URI, TOKEN_STANDARD, type TokenStandard, toAddress } from '@plinth/protocol'
import { encodeDeployData } from 'viem'
import type { TestMarket } from '../market/market.ts'
import { operate } from '../operator/operate.ts'

type Options = { readonly standard?: TokenStandard; readonly signer?: Address; readonly prefix?: string; readonly name?: string }

/** Carol's collection in which any account with a voucher mints, not yet known to the market. */
async function deployOfficial(market: TestMarket, options: Options = {}): Promise<Address> {
  const {
    standard = TOKEN_STANDARD.ERC721,
    signer = market.server.context.signer.mintSigner,
    prefix = BASE_URI,
    name = 'Festival',
  } = options
  const { abi, bytecode } = readArtifact(standard === TOKEN_STANDARD.ERC1155 ? 'OfficialCollection1155' : 'OfficialCollection721')
  const args = [name, 'FEST', signer, '', prefix, market.address('carol')]
  const hash = await market.wallet('carol').sendTransaction({ data: encodeDeployData({ abi, bytecode, args }) })
  const { contractAddress } = await receiptOf(market.testnet.publicClient, hash)
  if (!contractAddress) throw new Error('It was not deployed')
  return toAddress(contractAddress)
}

/** The same, imported into the market. */
export async function importOfficial(market: TestMarket, options: Options = {}): Promise<Address> {
  const collection = await deployOfficial(market, options)
  const args = ['--chain', String(market.chainId), '--collection', collection, '--why', 'the festival’s own']
  await operate(market.server.context, 'collections', 'import', ...args)
  return collection
}
