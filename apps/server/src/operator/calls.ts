import { AppError, type Catalogue, type Handlers, type OperatorReply, type OperatorRow } from '@plinth/api'
import { ContentStoreFault } from '../content/content-store.ts'
import type { RequestContext } from '../context.ts'
import { findRole, OperatorRefused, requireRole } from '../modules/operators/service.ts'
import { type Command, type Reply, type Row, saidIn } from './command.ts'
import { describeFor, isAtConsole } from './console.ts'
import { readDashboard } from './dashboard.ts'
import { GROUPS } from './groups.ts'

type Asked = { readonly group: string; readonly act: string; readonly values: Readonly<Record<string, string>> }

/** The console: the commands of `npm run operator`, for wallets with the role. */
export const operatorCalls = {
  me: async (context) => ({ role: (await findRole(context.db, context.requireCaller().address)) ?? '' }),
  desk: async (context) => {
    const role = await requireRole(context.db, context.caller, 'viewer')
    const networks = context.chains.all.map(({ config: { network } }) => ({
      chainId: network.chainId,
      name: network.name,
      symbol: network.symbol,
    }))
    return { role, groups: describeFor(role), networks }
  },
  dashboard: (context) => readDashboard(context),
  look: (context, asked) => run(context, asked, ''),
  act: async (context, { why, ...asked }) => {
    const said = why.trim()
    if (said === '') throw refusal(context, new OperatorRefused('Say why: it is kept.', { zh: '请填写原因，原因会被记录。', field: 'why' }))
    return run(context, asked, said)
  },
} satisfies Handlers<Catalogue['operator'], RequestContext>

/** The token gives the acting account, and the database its role: neither is in the request. */
async function run(context: RequestContext, { group, act, values }: Asked, why: string): Promise<OperatorReply> {
  const command = findCommand(group, act)
  const isLook = why === ''
  if (!command || (command.why === 'never') !== isLook)
    throw refusal(context, new OperatorRefused(`The console has no ${group} ${act}.`, { zh: `控制台没有 ${group} ${act} 这项操作。` }))
  const role = await requireRole(context.db, context.caller, command.role)
  try {
    return replyOf(await command.take(values, { who: context.requireCaller().address, why, role }).run(context), context.language)
  } catch (error) {
    throw error instanceof OperatorRefused || error instanceof ContentStoreFault ? refusal(context, error) : error
  }
}

function findCommand(group: string, act: string): Command | undefined {
  const commands = Object.hasOwn(GROUPS, group) ? GROUPS[group]?.commands : undefined
  const command = commands && Object.hasOwn(commands, act) ? commands[act] : undefined
  return command && isAtConsole(command) ? command : undefined
}

function refusal({ language }: RequestContext, error: OperatorRefused | ContentStoreFault): AppError {
  const field = error instanceof OperatorRefused ? error.field : undefined
  return new AppError('OPERATOR_REFUSED', { sentence: error.sentences[language], ...(field === undefined ? {} : { field }) })
}

function replyOf(answer: Reply, language: RequestContext['language']): OperatorReply {
  const reply = saidIn(answer, language)
  return typeof reply === 'string' ? { said: reply, rows: [] } : { said: '', rows: reply.map(rowOf) }
}

function rowOf(row: Row): OperatorRow {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, typeof cell === 'bigint' ? cell.toString() : cell]))
}
