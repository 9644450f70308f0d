import { CATALOGUE, type Call, ERRORS } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aPng, multipart, type Part } from '../files.ts'
import type { Answer } from '../harness.ts'
import { Random } from '../simulator/random.ts'
import { fieldsOf, formOf } from './fuzz.ts'
import { type CallName, RULES } from './rules.ts'
import { openWorld, type World } from './world.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const ROUNDS = LONG ? 1_000 : 50
const SEED = Number(process.env.PLINTH_SEED ?? (LONG ? Date.now() % 1e9 : 7))

const calls = Object.entries<Record<string, Call>>(CATALOGUE).flatMap(([segment, entries]) =>
  Object.entries(entries).map(([name, call]) => ({
    name: `${segment}.${name}` as CallName,
    call,
    rule: RULES[`${segment}.${name}` as CallName],
  })),
)
/** Whatever ends a session or an account comes after everything that needs one. */
const LAST: readonly CallName[] = ['user.remove', 'user.logout']
const inOrder = calls.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))

/** Answered anew each time. */
const FRESH: readonly CallName[] = ['config.fetch', 'user.nonce', 'user.kaptcha']

let world: World
let picture: Buffer
beforeAll(async () => {
  world = await openWorld()
  picture = await aPng()
})
afterAll(() => world?.market.close())

const DEAD = [undefined, 'expired', 'revoked'] as const
const WHO = [[undefined], ['owner'], ['other'], ['expired']] as const
const tokenOf = (who: 'owner' | 'other' | 'expired' | 'revoked' | undefined) => (who === undefined ? undefined : world.tokens[who])

/** The call with these fields; a multipart one carries a picture too. */
async function send({ path, body, files }: Call, fields: Record<string, string>, token: string | undefined): Promise<Answer> {
  if (body !== 'multipart') return world.market.server.post(path, fields, { token })
  const parts: Part[] = Object.entries(fields).map(([name, content]) => ({ name, content }))
  const form = multipart([...parts, { name: files?.part ?? 'file', filename: 'a.png', content: picture }], token)
  return world.market.server.post(path, form.body, form.options)
}

function rightForm(call: Call, input: unknown): Record<string, string> {
  // Each rule's input is of its own call's type, which is not known by name here.
  const wire = z.encode(call.request, input as never) as Record<string, unknown>
  return Object.fromEntries(Object.entries(wire).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

describe('the authorisation matrix', () => {
  it('has a rule for every call and no other', () => {
    expect(Object.keys(RULES).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const { name, call, rule } of calls) expect([name, call.auth === 'login']).toEqual([name, rule !== 'anybody'])
  })

  it.each(inOrder.filter(({ rule }) => rule === 'anybody'))('[API-03] $name takes a dead token for none', async ({ name, call }) => {
    if (FRESH.includes(name)) return expect((await send(call, {}, world.tokens.expired)).errno).toBeUndefined()
    const answers = await Promise.all(DEAD.map(async (who) => (await send(call, {}, tokenOf(who))).text))
    expect(new Set(answers).size).toBe(1)
    const { errno } = JSON.parse(answers[0] ?? '')
    expect([undefined, 0, ERRORS.BAD_ARGUMENT.errno, ERRORS.SESSION_ENDED.errno]).toContain(errno)
  })

  it.each(calls.filter(({ rule }) => rule !== 'anybody'))(
    '$name is refused without a live token, and not with one',
    async ({ name, call }) => {
      for (const who of DEAD) expect((await send(call, {}, tokenOf(who))).errno, who).toBe(ERRORS.NOT_LOGGED_IN.errno)
      if (!LAST.includes(name)) expect((await send(call, {}, world.tokens.other)).errno).not.toBe(ERRORS.NOT_LOGGED_IN.errno)
    },
  )

  it.each(calls.filter(({ rule }) => typeof rule === 'object'))('$name serves its owner and nobody else', async ({ call, rule }) => {
    if (typeof rule !== 'object') throw new Error('no rule')
    const fields = rightForm(call, rule.send(world))
    for (const who of DEAD) expect((await send(call, fields, tokenOf(who))).errno, who).toBe(ERRORS.NOT_LOGGED_IN.errno)
    expect((await send(call, fields, world.tokens.other)).errno).toBe(ERRORS[rule.others].errno)
    const own = await send(call, fields, world.tokens.owner)
    expect([own.errno, own.errmsg]).toEqual([undefined, undefined])
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
      const right = typeof rule === 'object' ? rightForm(call, rule.send(world)) : undefined
      // A call without fields has little to say to a second form.
      const rounds = fields.length === 0 ? 2 : ROUNDS
      for (let round = 0; round < rounds; round++) {
        const form = formOf(fields, random, right)
        const token = tokenOf(random.pick(WHO)[0])
        const { status, errno, text } = await send(call, form, name === 'user.logout' ? undefined : token)
        expect([status, errno, JSON.stringify(form)]).not.toEqual([200, ERRORS.INTERNAL.errno, JSON.stringify(form)])
        expect(status, JSON.stringify(form)).toBe(200)
        if (!errno) served.add(name)
        expect(Object.keys(JSON.parse(text)).filter((key) => !['errno', 'errmsg', 'data', 'code'].includes(key))).toEqual([])
        expect(text).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+/)
      }
    },
  )

  it('get past the door of most calls', () => {
    expect(served.size).toBeGreaterThan(calls.length / 2)
  })
})
