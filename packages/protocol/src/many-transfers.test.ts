import { decodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { manyTransfersAbi } from './abi/index.ts'
import { toAddress } from './address.ts'
import { TOKEN_STANDARD } from './codes.ts'
import { encodeTransferMany } from './many-transfers.ts'

const address = (digit: string) => toAddress(`0x${digit.repeat(40)}`)

describe('encodeTransferMany', () => {
  it('[BULK-08] encodes each item with its standard, quantity and receiver', () => {
    const transfers = [
      { token: address('4'), tokenId: 7n, assetType: TOKEN_STANDARD.ERC721, amount: 1n, to: address('2') },
      { token: address('5'), tokenId: 2n ** 256n - 1n, assetType: TOKEN_STANDARD.ERC1155, amount: 12n, to: address('3') },
    ]
    expect(decodeFunctionData({ abi: manyTransfersAbi, data: encodeTransferMany(transfers) })).toEqual({
      functionName: 'transferMany',
      args: [transfers],
    })
  })
})
