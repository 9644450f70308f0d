import { encodeAbiParameters, encodePacked, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/mint.json' with { type: 'json' }
import { toAddress } from './address.ts'
import { BASE_URI, metadataUrlOf, mintDigest, mintUriOf, royaltyInputBps } from './mint.ts'
import { parseSignature, recoverSigner } from './signatures.ts'

const hashText = (text: string) => keccak256(stringToHex(text))

describe.each(vectors.cases)('mint vector $chainId $collection $tokenId', (vector) => {
  const voucher = {
    chainId: Number(vector.chainId),
    collection: toAddress(vector.collection),
    tokenId: BigInt(vector.tokenId),
    minter: toAddress(vector.minter),
  }

  it('has the digest of EIP-712 written out by hand', () => {
    const domain = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'), [
        hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
        hashText('Plinth Collection'),
        hashText('1'),
        BigInt(vector.chainId),
        voucher.collection,
      ]),
    )
    const struct = keccak256(
      encodeAbiParameters(parseAbiParameters('bytes32, uint256, address'), [
        hashText('Mint(uint256 tokenId,address minter)'),
        voucher.tokenId,
        voucher.minter,
      ]),
    )
    expect(keccak256(encodePacked(['bytes2', 'bytes32', 'bytes32'], ['0x1901', domain, struct]))).toBe(vector.digest)
    expect(mintDigest(voucher)).toBe(vector.digest)
  })

  it('is signed by the miner', async () => {
    expect(await recoverSigner(mintDigest(voucher), parseSignature(vector.signature))).toBe('0x3325a78425f17a7e487eb5666b2bfd93abb06c70')
  })
})

describe('royalties', () => {
  it.each([
    ['10', 1_000],
    ['2', 200],
    ['2.5', 250],
    ['0.05', 5],
    ['', 0],
    [' ', 0],
  ])('[MINT-16] [MINT-17] sends %j as %d', (text, bps) => {
    expect(royaltyInputBps(text)).toBe(bps)
  })

  it.each(['10.01', '11', '100', '-1', '1.234', 'abc', '1e1'])('[MINT-15] refuses %j', (text) => {
    expect(() => royaltyInputBps(text)).toThrow('royalties cannot greater than 10%')
  })
})

describe('metadata addresses', () => {
  it('lead from a cid to what is minted, and back by the base', () => {
    const url = metadataUrlOf('bafkreigh2akiscaildc')
    expect(url).toBe('ipfs://bafkreigh2akiscaildc')
    expect(mintUriOf(url)).toBe('/bafkreigh2akiscaildc')
    expect(BASE_URI + mintUriOf(url)).toBe(url)
  })

  it('keep the older form whole', () => {
    expect(mintUriOf('ipfs://ipfs/QmA')).toBe('/ipfs/QmA')
  })

  it.each(['https://a/b', 'ipfs:/', 'ipfs://', 'ipfs:///x', ''])('refuse %j', (url) => {
    expect(() => mintUriOf(url)).toThrow(expect.objectContaining({ code: 'BAD_URI' }))
  })
})
