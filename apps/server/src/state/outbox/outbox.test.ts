import { LiveEvent } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bodyOf } from './outbox.ts'

const collection = toAddress(`0x${'a7'.repeat(20)}`)

it.each([
  { topic: 'item', chainId: 4_243, collection, tokenId: 2n ** 256n - 1n },
  { topic: 'transaction', chainId: 4_243, hash: `0x${'0c'.repeat(32)}`, status: 'orphaned' },
  { topic: 'order', chainId: 4_243, orderId: 3n, collection, tokenId: 0n, maker: collection },
] as const)('[READ-07] writes an event of $topic as its schema does', (event) => {
  expect(bodyOf(event)).toBe(JSON.stringify(z.encode(LiveEvent, event)))
})
