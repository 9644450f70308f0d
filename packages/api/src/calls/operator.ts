import { z } from 'zod'
import { type Calls, call, ROLES } from '../call.ts'
import { Dashboard, Desk, OperatorReply, OptionTexts } from '../schemas/operator.ts'
import { Empty, record } from '../schemas/page.ts'
import { jsonText, text } from '../schemas/wire.ts'

const word = text(40, 1)
const asked = { group: ['group', word], act: ['act', word], values: ['values', jsonText(OptionTexts, 100_000)] } as const
const refusals = ['ROLE_MISSING', 'OPERATOR_REFUSED', 'CHAIN_UNKNOWN', 'CHAIN_UNREACHABLE'] as const

const operator = {
  me: call('/operator/me', {
    about: 'Which role of the console the caller’s wallet has; empty for none.',
    auth: 'login',
    request: Empty,
    response: z.object({ role: z.enum(['', ...ROLES]) }),
  }),
  desk: call('/operator/desk', {
    about: 'The acts that the caller’s role allows, and what each asks for: `{"group": "categories", "act": "add"}`.',
    auth: 'login',
    role: 'viewer',
    request: Empty,
    response: Desk,
    errors: ['ROLE_MISSING'],
  }),
  dashboard: call('/operator/dashboard', {
    about: 'Volume, people, errors, how far each chain is read, and what waits for a job.',
    auth: 'login',
    role: 'viewer',
    request: Empty,
    response: Dashboard,
    errors: ['ROLE_MISSING'],
  }),
  look: call('/operator/look', {
    about: 'Runs an act that changes nothing: group `categories`, act `list`, values `{}`.',
    auth: 'login',
    role: 'viewer',
    request: record(asked),
    response: OperatorReply,
    errors: refusals,
  }),
  act: call('/operator/act', {
    timeoutS: 120,
    about: 'Runs an act and notes who, when and why: group `categories`, act `add`, values `{"name":"jade","en":"Jade","zh":"玉器"}`.',
    auth: 'login',
    role: 'moderator',
    request: record({ ...asked, why: ['why', text(500, 1)] }),
    response: OperatorReply,
    errors: refusals,
  }),
} satisfies Calls

/** The calls of the operator's console: a separate file, so that no other page loads it. */
export const OPERATOR_CALLS = { operator } as const satisfies Record<string, Calls>
