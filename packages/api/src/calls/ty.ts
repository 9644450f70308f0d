import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { chainField, record } from '../schemas/page.ts'
import { address } from '../schemas/wire.ts'

export const ty = {
  listset: call('/ty/listset', {
    about: 'Official senders: who buys from one of them pays no buyer fee in that collection (decision 26).',
    auth: 'open',
    request: record(chainField),
    response: z.array(record({ collection: ['royddr', address], sender: ['sendaddr', address] })),
  }),
} satisfies Calls
