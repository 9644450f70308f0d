import { type Calls, call } from '../call.ts'
import { chainField, Empty, record } from '../schemas/page.ts'
import { address, codeOf, text, uint256 } from '../schemas/wire.ts'

/** The subject of a report. */
export const REPORT_KIND = { ITEM: 1, COLLECTION: 2, ACCOUNT: 3 } as const

export const report = {
  add: call('/report/add', {
    about: 'Puts a report into the operator’s queue.',
    auth: 'login',
    request: record({
      kind: ['type', codeOf(REPORT_KIND)],
      address: ['address', address],
      tokenId: ['tokenId', uint256.optional()],
      text: ['message', text(1_000, 1)],
      ...chainField,
    }),
    response: Empty,
    errors: ['CHAIN_UNKNOWN'],
  }),
} satisfies Calls
