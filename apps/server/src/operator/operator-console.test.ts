import { CATALOGUE, type Call, ERRORS, ROLES, type Role } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../test/market/harness.ts'
import { operate, rowsOf } from '../../test/operator/operate.ts'
import { allows } from '../modules/operators/service.ts'
import { isAtConsole } from './console.ts'
import { GROUPS } from './groups.ts'

let server: TestServer
/** By their role; Dan had one. */
let staff: Record<Role, Session>
let ordinary: Session
let revoked: Session
beforeAll(async () => {
  server = await openTestServer()
  const [viewer, moderator, operator] = [
    await server.signIn(PEOPLE.alice),
    await server.signIn(PEOPLE.bob),
    await server.signIn(PEOPLE.carol),
  ]
  staff = { viewer, moderator, operator }
  revoked = await server.signIn(PEOPLE.dan)
  ordinary = await server.signIn(PEOPLE.eve)
  for (const role of ROLES) await grant(staff[role], role)
  await grant(revoked, 'operator')
  await operate(server.context, 'roles', 'revoke', '--wallet', revoked.address, '--why', 'left the team')
})
afterAll(() => server?.close())

const grant = ({ address }: Session, role: Role) =>
  operate(server.context, 'roles', 'grant', '--wallet', address, '--role', role, '--why', 'works here')
const { ROLE_MISSING, OPERATOR_REFUSED, NOT_LOGGED_IN } = ERRORS
const CALLS = Object.entries<Call>(CATALOGUE.operator)
const ACTS = Object.entries(GROUPS).flatMap(([group, { commands }]) =>
  Object.entries(commands).map(([act, command]) => ({ group, act, command })),
)

const send = (path: string, fields: Record<string, string>, token?: string) => server.post(`/operator/${path}`, fields, { token })
const act = (who: Session, group: string, name: string, values: Record<string, string>, why = 'a test') =>
  send('act', { group, act: name, values: JSON.stringify(values), why }, who.token)
const look = (who: Session, group: string, name: string, values: Record<string, string> = {}) =>
  send('look', { group, act: name, values: JSON.stringify(values) }, who.token)
const rows = async (who: Session, group: string, name: string) =>
  ((await look(who, group, name)).data as { rows: Record<string, unknown>[] }).rows

describe('who reaches the console', () => {
  it.each(CALLS)('operator.%s is refused without a role, and to whom it was taken from', async (_, { path, role }) => {
    const answer = (token?: string) => server.post(path, {}, { token })
    expect((await answer()).errno).toBe(NOT_LOGGED_IN.errno)
    if (!role) return expect((await answer(ordinary.token)).data).toEqual({ role: '' })
    for (const { token } of [ordinary, revoked]) expect((await answer(token)).errno).toBe(ROLE_MISSING.errno)
    for (const one of ROLES) expect([one, (await answer(staff[one].token)).errno === ROLE_MISSING.errno]).toEqual([one, !allows(one, role)])
  })

  it.each(ACTS)('$group $act is for its role and those above', async ({ group, act: name, command }) => {
    const call = command.why === 'never' ? 'look' : 'act'
    const answer = async (who?: Session) => (await send(call, { group, act: name, values: '{}', why: 'a test' }, who?.token)).errno
    expect(await answer()).toBe(NOT_LOGGED_IN.errno)
    for (const who of [ordinary, revoked]) expect(await answer(who)).toBe(ROLE_MISSING.errno)
    for (const role of ROLES) {
      // Commands of the command line alone are missing for every role.
      const isAllowed = allows(role, isAtConsole(command) ? command.role : call === 'act' ? 'moderator' : 'viewer')
      expect([role, (await answer(staff[role])) === ROLE_MISSING.errno]).toEqual([role, !isAllowed])
    }
  })

  it('grants no roles: they are granted on the command line alone', async () => {
    const given = await act(staff.operator, 'roles', 'grant', { wallet: ordinary.address, role: 'operator' })
    expect(given.errmsg).toBe('The console has no roles grant.')
    expect((await rows(staff.viewer, 'roles', 'list')).map(({ role }) => role).sort()).toEqual(ROLES.toSorted())
  })

  it('takes no role from a body, and an act of change through no look', async () => {
    const forged = { group: 'site', act: 'reset', values: '{"name":"chat"}', why: 'me', role: 'operator', address: staff.operator.address }
    expect((await send('act', forged, ordinary.token)).errno).toBe(ROLE_MISSING.errno)
    expect((await look(staff.viewer, 'site', 'reset', { name: 'chat' })).errmsg).toBe('The console has no site reset.')
  })

  it('keeps a wallet with a password out', async () => {
    const [{ id }] = (await server.context.db
      .selectFrom('account')
      .select('id')
      .where('nickname', '=', '')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()) as [{ id: number }]
    const mailed = { email_key: 'eve@plinth.test', email: 'eve@plinth.test', password_hash: '', created_at: 0, changed_at: 0 }
    await server.context.db
      .insertInto('mail_account')
      .values({ account_id: id, ...mailed })
      .execute()
    await expect(grant(ordinary, 'viewer')).rejects.toThrow('can sign in by e-mail too')
    await server.context.db.deleteFrom('mail_account').execute()
  })

  it('loses it with the very next call', async () => {
    await grant(revoked, 'viewer')
    expect((await send('me', {}, revoked.token)).data).toEqual({ role: 'viewer' })
    expect((await send('dashboard', {}, revoked.token)).errno).toBeUndefined()
    await operate(server.context, 'roles', 'revoke', '--wallet', revoked.address, '--why', 'left again')
    expect((await send('dashboard', {}, revoked.token)).errno).toBe(ROLE_MISSING.errno)
  })
})

describe('what it does', () => {
  it('describes to each role what it may', async () => {
    const named = async (role: Role) => {
      const { data } = await send('desk', {}, staff[role].token)
      return (data as { groups: { name: string; acts: { name: string }[] }[] }).groups.flatMap(({ name, acts }) =>
        acts.map((one) => `${name} ${one.name}`),
      )
    }
    const [viewer, moderator, operator] = [await named('viewer'), await named('moderator'), await named('operator')]
    expect(viewer).toContain('categories list')
    expect(viewer).not.toContain('reports decide')
    expect(moderator).toContain('reports decide')
    expect(moderator).not.toContain('categories add')
    expect(operator).toEqual(expect.arrayContaining([...moderator, 'categories add', 'pay-tokens add']))
    for (const here of ['roles grant', 'roles revoke']) expect(operator).not.toContain(here)
    // Only a user at the machine may name a file of it.
    const { data } = await send('desk', {}, staff.operator.token)
    const { groups } = data as { groups: { name: string; acts: { name: string; options: { name: string }[] }[] }[] }
    const create = groups.find(({ name }) => name === 'box')?.acts.find(({ name }) => name === 'create')
    expect(create?.options.map(({ name }) => name)).toEqual(['series'])
  })

  it('acts by the same services as the command line, and notes wallet and reason', async () => {
    const added = await act(staff.operator, 'categories', 'add', { name: 'jade', en: 'Jade', zh: '玉器', under: '' }, ' asked for ')
    expect(added.data).toEqual({ said: expect.stringContaining('Jade, 玉器'), rows: [] })
    expect(await rowsOf(server.context, 'categories', 'list')).toContainEqual(expect.objectContaining({ name: 'jade', zh: '玉器' }))
    const [newest] = await rows(staff.viewer, 'acts', 'list')
    expect(newest).toMatchObject({ who: staff.operator.address, what: 'categories add', why: 'asked for' })
  })

  it('says how the market is in the reader’s language', async () => {
    const asked = { group: 'health', act: 'show', values: '{}' }
    const said = async (language: string) => {
      const headers = { 'accept-language': language }
      const { data } = await server.post('/operator/look', asked, { token: staff.viewer.token, headers })
      return (data as { rows: { about: string; says: string }[] }).rows
    }
    const call = { group: 'fees', act: 'buyer-call', values: JSON.stringify({ chain: '31337', bps: '100' }) }
    const answer = await server.post('/operator/look', call, { token: staff.operator.token, headers: { 'accept-language': 'zh' } })
    expect(answer.data).toMatchObject({ said: expect.stringMatching(/^请由 0x[0-9a-f]{40} 在链 31337 上发送：\nto: {3}0x/) })
    expect(await said('en')).toContainEqual(expect.objectContaining({ about: 'tables', says: 'Of this version.' }))
    expect(await said('zh')).toContainEqual(expect.objectContaining({ about: '数据表', says: '与当前版本一致。' }))
  })

  it('refuses a mistake with a sentence and the field it is about, in the reader’s language', async () => {
    const wrong = { chain: '31337', token: '0x12', decimals: '18', default: 'false' }
    const refused = await act(staff.operator, 'pay-tokens', 'add', wrong)
    expect([refused.errno, refused.data]).toEqual([OPERATOR_REFUSED.errno, { field: 'token' }])
    expect(refused.errmsg).toBe('This must be an address, 0x and 40 hex digits, and it is "0x12".')
    const missing = await server.post(
      '/operator/act',
      { group: 'categories', act: 'add', values: '{"name":"b"}', why: 'a test' },
      { token: staff.operator.token, headers: { 'accept-language': 'zh' } },
    )
    expect([missing.errmsg, missing.data]).toEqual(['未执行：请填写此项。', { field: 'en' }])
    const dear = await act(staff.operator, 'fees', 'set-seller', { bps: '99999' })
    expect([dear.errmsg, dear.data]).toEqual([expect.stringContaining('the most that the contracts take'), { field: 'bps' }])
    const nowhere = { chain: '31337', token: `0x${'1'.repeat(40)}`, decimals: '6', default: 'true' }
    const absent = await act(staff.operator, 'pay-tokens', 'add', nowhere)
    expect([absent.errmsg, absent.data]).toEqual([expect.stringMatching(/^There is no contract at 0x1/), { field: 'token' }])
    const silent = await act(staff.operator, 'categories', 'add', { name: 'b', en: 'B', zh: '乙' }, ' \t')
    expect([silent.errmsg, silent.data]).toEqual(['Say why: it is kept.', { field: 'why' }])
    expect((await act(staff.operator, 'categories', 'add', { name: 'b', en: 'B', zh: '乙', colour: 'red' })).errmsg).toBe(
      'It takes no colour.',
    )
  })

  it('counts people, items, errors, chains and what waits', async () => {
    const { data } = await send('dashboard', {}, staff.viewer.token)
    expect(data).toMatchObject({
      volume: [],
      users: { all: 5, day: 5, week: 5, signedIn: 5, locked: 0 },
      works: { items: 0, hidden: 0, orders: 0, auctions: 0 },
      reports: 0,
      chains: [{ chainId: 31337, indexed: null, isStopped: false }],
      queue: { mails: 0, metadata: 0, ranges: 0 },
    })
    expect((data as { process: { calls: number } }).process.calls).toBeGreaterThan(20)
  })
})
