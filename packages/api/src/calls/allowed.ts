import { z } from 'zod'
import { type Calls, call } from '../call.ts'
import { ItemApproval, SignatureRecord } from '../schemas/allowed.ts'
import { chainField, pageFields, pageOf, record } from '../schemas/page.ts'

const allowed = {
  approvals: call('/allowed/approvals', {
    about: 'Collections whose items the caller lets contracts of the market move, present and former ones, by the index.',
    auth: 'login',
    request: record(chainField),
    response: z.array(ItemApproval),
  }),
  signatures: call('/allowed/signatures', {
    about: 'All that the caller has signed and a contract of the market could still fill, newest first; inactive ones included.',
    auth: 'login',
    request: record({ ...pageFields(), ...chainField }),
    response: pageOf(SignatureRecord),
  }),
} satisfies Calls

/** Apart from the calls of visitor pages, so that the first view does not carry it. */
export const ALLOWED_CALLS = { allowed } as const
