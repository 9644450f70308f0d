import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { type Connection, createCollection, mint, perform } from '@plinth/sdk'
import { bytesToHex } from 'viem'

/** Creates a collection of single items and answers its address. */
export async function openCollection({ market, signer }: Connection, name: string, symbol: string, cover: File): Promise<Address> {
  let address: Address | undefined
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const terms = { standard: TOKEN_STANDARD.ERC721, name, symbol, salt, cover, description: `Works of ${name}` }
  await perform(
    createCollection(market, terms, (at) => (address = at)),
    signer,
  )
  if (address === undefined) throw new Error('The collection has no address')
  return address
}

/** Mints a single item of a picture with a tenth of royalty, and answers its number. */
export async function mintPicture({ market, signer }: Connection, collection: Address, name: string, file: File): Promise<bigint> {
  let tokenId: bigint | undefined
  const act = mint(
    market,
    {
      collection,
      standard: TOKEN_STANDARD.ERC721,
      quantity: 1n,
      royaltyBps: 1_000,
      file,
      name,
      description: '',
      category: 1n,
      properties: { Year: '2026' },
    },
    (allotted) => (tokenId = allotted),
  )
  await perform(act, signer)
  if (tokenId === undefined) throw new Error('The item has no number')
  return tokenId
}
