import { concat, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/mint-many.json' with { type: 'json' }
import { collection721Abi, collection1155Abi } from './abi/index.ts'
import { toAddress } from './address.ts'
import { type MintManyVoucher, mintManyArgument, mintManyDigest } from './mint-many.ts'
import { parseSignature, recoverSigner } from './signatures.ts'

const FEE = 'Fee(address recipient,uint256 value)'
const ITEM = 'MintItem(uint256 tokenId,string uri,uint256 supply,Fee[] fees)'
const hashText = (text: string) => keccak256(stringToHex(text))
const hash = (types: string, values: readonly unknown[]) => keccak256(encodeAbiParameters(parseAbiParameters(types), values))

function voucherOf(vector: (typeof vectors.cases)[number]): MintManyVoucher {
  return {
    chainId: Number(vector.chainId),
    collection: toAddress(vector.collection),
    minter: toAddress(vector.minter),
    deadline: Number(vector.deadline),
    items: vector.items.map(({ tokenId, uri, supply, fees }) => ({
      tokenId: BigInt(tokenId),
      uri,
      supply: BigInt(supply),
      fees: fees.map(({ recipient, value }) => ({ recipient: toAddress(recipient), value: BigInt(value) })),
    })),
  }
}

describe.each(vectors.cases)('[MASS-04] mint voucher of $name', (vector) => {
  const voucher = voucherOf(vector)

  it('has the digest of EIP-712 written out by hand', () => {
    const items = voucher.items.map(({ tokenId, uri, supply, fees }): Hex => {
      const shares = fees.map(({ recipient, value }) => hash('bytes32, address, uint256', [hashText(FEE), recipient, value]))
      return hash('bytes32, uint256, bytes32, uint256, bytes32', [
        hashText(ITEM + FEE),
        tokenId,
        hashText(uri),
        supply,
        keccak256(concat(shares)),
      ])
    })
    const type = hashText(`MintMany(MintItem[] items,address minter,uint256 deadline)${FEE}${ITEM}`)
    const struct = hash('bytes32, bytes32, address, uint256', [type, keccak256(concat(items)), voucher.minter, BigInt(voucher.deadline)])
    const domain = hash('bytes32, bytes32, bytes32, uint256, address', [
      hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
      hashText('Plinth Collection'),
      hashText('1'),
      BigInt(voucher.chainId),
      voucher.collection,
    ])
    expect(keccak256(concat(['0x1901', domain, struct]))).toBe(vector.digest)
    expect(mintManyDigest(voucher)).toBe(vector.digest)
  })

  it('is signed by the mint signer', async () => {
    expect(await recoverSigner(mintManyDigest(voucher), parseSignature(vector.signature))).toBe(vector.signer)
  })

  it('is the argument of mintMany in collections of both standards', () => {
    const args = [mintManyArgument(voucher), parseSignature(vector.signature)] as const
    const functionName = 'mintMany'
    const data = encodeFunctionData({ abi: collection721Abi, functionName, args })
    expect(encodeFunctionData({ abi: collection1155Abi, functionName, args })).toBe(data)
  })
})
