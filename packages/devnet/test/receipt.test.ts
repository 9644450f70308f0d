import { createPublicClient, custom, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { receiptOf } from '../src/receipt.ts'

const HASH: Hex = `0x${'11'.repeat(32)}`
const RECEIPT = { transactionHash: HASH, blockNumber: '0x7', status: '0x1', logs: [] }

/** A node that tells block 7 from the start, and its receipts from the third question on. */
function lateNode(failure?: string) {
  let asked = 0
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_blockNumber') return '0x7'
    if (failure) throw new Error(failure)
    return ++asked > 2 ? RECEIPT : null
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 50 })
}

describe('receipts', () => {
  it('are found where the chain tells a block before its receipts and mines no other', async () => {
    await expect(receiptOf(lateNode(), HASH)).resolves.toMatchObject({ blockNumber: 7n, status: 'success' })
  })

  it("pass a node's failure on", async () => {
    await expect(receiptOf(lateNode('out of order'), HASH)).rejects.toThrow('out of order')
  })
})
