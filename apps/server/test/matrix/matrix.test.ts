import { CATALOGUE, type Call, ERRORS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aPng, aWav, multipart, type Part } from '../content/files.ts'
import { type Answer, PEOPLE } from '../market/harness.ts'
import { Random } from '../simulator/random.ts'
import { fieldsOf, formOf } from './fuzz.ts'
import { recordTests } from './records.ts'
import { type CallName, SERVED } from './rule.ts'
import { RULES } from './rules.ts'
import { openWorld, type World } from './world.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const ROUNDS = LONG ? 1_000 : 20
const SEED = Number(process.env.PLINTH_SEED ?? (LONG ? Date.now() % 1e9 : 7))

const calls = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, entries]) =>
  Object.entries(entries).map(([name, call]) => ({
    name: `${segment}.${name}` as CallName,
    call,
    rule: RULES[`${segment}.${name}` as CallName],
  })),
)
/** Calls that end a session or an account come after all that need one. */
const LAST: readonly CallName[] = ['user.remove', 'user.logout']
const inOrder = calls.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))

/** Values that differ in each response. */
const FRESH: readonly CallName[] = ['config.fetch', 'user.nonce', 'user.kaptcha']

let world: World
let picture: Buffer
beforeAll(async () => {
  world = await openWorld()
  picture = await aPng()
})
afterAll(() => world?.market.close())

const DEAD = [undefined, 'expired', 'revoked'] as const
const EVERYBODY = ['owner', 'other', ...DEAD] as const
const tokenOf = (who: keyof World['tokens'] | undefined) => (who === undefined ? undefined : world.tokens[who])
const isOwn = (rule: (typeof RULES)[CallName]) => typeof rule === 'object' && !('anybody' in rule)

const refusesDead = ({ auth }: Call, rule: (typeof RULES)[CallName]) => auth === 'login' || (typeof rule === 'object' && 'dead' in rule)

/** Field names by which a form could name the acting account. */
const NAMING = ['address', 'userAddress', 'coinbase', 'owner', 'user', 'account', 'maker', 'bidder']

/** The call with these fields; a multipart one also carries an image, and before it a sound where it takes two files. */
async function send({ path, body, files }: Call, fields: Record<string, string>, token: string | undefined): Promise<Answer> {
  if (body !== 'multipart') return world.market.server.post(path, fields, { token })
  const parts: Part[] = Object.entries(fields).map(([name, content]) => ({ name, content }))
  const name = files?.part ?? 'file'
  const sound = files?.max === 2 ? [{ name, filename: 'a.wav', content: aWav() }] : []
  const form = multipart([...parts, ...sound, { name, filename: 'a.png', content: picture }], token)
  return world.market.server.post(path, form.body, form.options)
}

function rightForm(call: Call, input: unknown): Record<string, string> {
  // Each rule's input is of its own call's type, which is not known by name here.
  const wire = z.encode(call.request, input as never) as Record<string, unknown>
  return Object.fromEntries(Object.entries(wire).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

type OpenRule = Exclude<(typeof RULES)[CallName], 'ended'>
const inputOf = (rule: OpenRule): unknown => ('anybody' in rule ? rule.anybody : 'oneself' in rule ? rule.oneself : rule.send)(world)
const codeOf = new Map<number, string>(Object.entries(ERRORS).map(([code, { errno }]) => [errno, code]))

/** The outcome of a call, in the terms of the rules. */
function outcomeOf({ call, rule }: (typeof calls)[number], { errno, data }: Answer): unknown {
  if (errno) return codeOf.get(errno)
  if (typeof rule !== 'object' || !('by' in rule) || !rule.by || 'send' in rule) return SERVED
  // Each rule's answer is of its own call's type, which is not known by name here.
  return rule.by(z.decode(call.response, data as never) as never, world)
}

/** Stored data of an account, except what others may add. */
async function thingsOf(token: string) {
  const { exportedAt, sessions, followers, notices, ...rest } = await world.market.server.api(token).user.export({})
  return { ...rest, sessions: sessions.length }
}

recordTests(() => world)

describe('the authorisation matrix', () => {
  it('has a rule for every call and no other', () => {
    expect(Object.keys(RULES).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const { name, call, rule } of calls) expect([name, call.auth === 'login']).toEqual([name, isOwn(rule) || name === 'user.remove'])
  })

  it.each(inOrder.filter(({ rule }) => typeof rule === 'object' && 'anybody' in rule))(
    '[API-03] $name answers each account with its own, and takes a dead token for none or refuses it',
    async (each) => {
      const { name, call, rule } = each
      if (typeof rule !== 'object' || !('anybody' in rule)) throw new Error('no rule')
      const { alice = SERVED, bob = alice, nobody = bob, dead = nobody, by } = rule
      const fields = rightForm(call, rule.anybody(world))
      const answers = await Promise.all(EVERYBODY.map((who) => send(call, fields, tokenOf(who))))
      const outcomes = answers.map((answer) => outcomeOf(each, answer))
      expect(outcomes).toEqual([alice, bob, nobody, dead, dead])
      const alike = FRESH.includes(name) ? [] : by ? answers.slice(dead === nobody ? 2 : 3) : answers
      expect(new Set(alike.map(({ text }) => text)).size).toBe(alike.length === 0 ? 0 : 1)
    },
  )

  it.each(calls.filter(({ rule }) => isOwn(rule)))('$name is refused without a live token, and not with one', async ({ name, call }) => {
    for (const who of DEAD) expect((await send(call, {}, tokenOf(who))).errno, who).toBe(ERRORS.NOT_LOGGED_IN.errno)
    if (!LAST.includes(name)) expect((await send(call, {}, world.tokens.other)).errno).not.toBe(ERRORS.NOT_LOGGED_IN.errno)
  })

  it.each(calls.filter(({ rule }) => typeof rule === 'object' && 'oneself' in rule))(
    '[API-03] $name acts for its token, whatever address of Alice’s stands beside',
    async (each) => {
      const { call, rule } = each
      if (typeof rule !== 'object' || !('oneself' in rule)) throw new Error('no rule')
      const { alice = SERVED, bob = alice } = rule
      const fields = rightForm(call, rule.oneself(world))
      const hers = Object.fromEntries(NAMING.map((name) => [name, world.alice]))
      const before = await thingsOf(world.tokens.owner)
      for (const who of DEAD) expect((await send(call, { ...hers, ...fields }, tokenOf(who))).errno, who).toBe(ERRORS.NOT_LOGGED_IN.errno)
      expect(outcomeOf(each, await send(call, { ...hers, ...fields }, world.tokens.other))).toEqual(bob)
      expect(await thingsOf(world.tokens.owner)).toEqual(before)
      expect(outcomeOf(each, await send(call, fields, world.tokens.owner))).toEqual(alice)
    },
  )

  it.each(calls.filter(({ rule }) => typeof rule === 'object' && 'send' in rule))(
    '$name serves its owner alone',
    async ({ call, rule }) => {
      if (typeof rule !== 'object' || !('send' in rule)) throw new Error('no rule')
      const fields = rightForm(call, rule.send(world))
      for (const who of DEAD) expect((await send(call, fields, tokenOf(who))).errno, who).toBe(ERRORS.NOT_LOGGED_IN.errno)
      for (const who of rule.by ? (['owner', 'other'] as const) : (['other'] as const))
        expect((await send(call, fields, tokenOf(who))).errno, who).toBe(ERRORS[rule.others].errno)
      const own = await send(call, fields, tokenOf(rule.by ?? 'owner'))
      expect([own.errno, own.errmsg]).toEqual([undefined, undefined])
    },
  )

  it('user.logout and user.remove end what their token stands for alone', async () => {
    const { server } = world.market
    const [ended, kept] = [await server.signIn(PEOPLE.eve), await server.signIn(PEOPLE.eve)]
    const hers = { address: world.alice, userAddress: world.alice }
    const reload = async (token: string) => (await server.post('/user/reload', {}, { token })).errno
    await server.post('/user/logout', hers, { token: ended.token })
    expect([await reload(ended.token), await reload(kept.token), await reload(world.tokens.owner)]).toEqual([4001, undefined, undefined])
    await server.post('/user/remove', hers, { token: kept.token })
    expect([await reload(kept.token), await reload(world.tokens.owner)]).toEqual([4001, undefined])
    expect(await server.api().user.info({ address: kept.address })).toEqual({})
  })
})

describe(`${ROUNDS} forms made from the schema, seed ${SEED}`, () => {
  const served = new Set<CallName>()

  it.each(inOrder)(
    '[API-06] $name answers each in the envelope, never 502 and never a stack',
    { timeout: LONG ? 600_000 : 30_000 },
    async (each) => {
      const { name, call, rule } = each
      const random = new Random(SEED, calls.indexOf(each))
      const fields = fieldsOf(call, world)
      const right = typeof rule === 'object' ? rightForm(call, inputOf(rule)) : undefined
      // A call without fields has little to say to a second form.
      const rounds = fields.length === 0 ? 2 : ROUNDS
      for (let round = 0; round < rounds; round++) {
        const form = formOf(fields, random, right)
        const who = name === 'user.logout' ? undefined : random.pick(EVERYBODY.map((each) => [each] as const))[0]
        const { status, errno, text } = await send(call, form, tokenOf(who))
        expect([status, errno, JSON.stringify(form)]).not.toEqual([200, ERRORS.INTERNAL.errno, JSON.stringify(form)])
        expect(status, JSON.stringify(form)).toBe(200)
        if (!errno) served.add(name)
        const isDead = DEAD.some((dead) => dead === who)
        if (call.auth === 'login' ? isDead : errno === ERRORS.NOT_LOGGED_IN.errno)
          expect([name, isDead && refusesDead(call, rule), errno]).toEqual([name, true, ERRORS.NOT_LOGGED_IN.errno])
        expect(Object.keys(JSON.parse(text)).filter((key) => !['errno', 'errmsg', 'data', 'code'].includes(key))).toEqual([])
        expect(text).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+/)
      }
    },
  )

  it('get past the door of most calls', () => {
    expect(served.size).toBeGreaterThan(calls.length / 2)
  })
})
