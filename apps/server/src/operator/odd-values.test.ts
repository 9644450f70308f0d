import { ERRORS } from '@plinth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, PEOPLE, type Session, type TestServer } from '../../test/market/harness.ts'
import { HOSTILE } from '../../test/matrix/fuzz.ts'
import { operate } from '../../test/operator/operate.ts'
import { Random } from '../../test/simulator/random.ts'
import { GROUPS } from './groups.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
const SEED = Number(process.env.PLINTH_SEED ?? (LONG ? Date.now() % 1e9 : 7))
const ROUNDS = LONG ? 300 : 12

let server: TestServer
let operator: Session
beforeAll(async () => {
  server = await openTestServer()
  operator = await server.signIn(PEOPLE.carol)
  await operate(server.context, 'roles', 'grant', '--wallet', operator.address, '--role', 'operator', '--why', 'works here')
})
afterAll(() => server?.close())

const ACTS = Object.entries(GROUPS).flatMap(([group, { commands }]) =>
  Object.entries(commands).map(([act, command]) => ({ group, act, command })),
)

it.each(ACTS)(
  `[API-06] the console answers odd values of $group $act in the envelope, never 502 and never a stack, seed ${SEED}`,
  async ({ group, act, command }) => {
    const random = new Random(
      SEED,
      ACTS.findIndex(({ command: each }) => each === command),
    )
    const path = command.why === 'never' ? '/operator/look' : '/operator/act'
    const plausible = ['1', String(server.context.chains.default.id), PEOPLE.alice.address, 'on', '3', 'en']
    for (let round = 0; round < ROUNDS; round++) {
      const options = Object.keys(command.options).filter(() => random.chance(0.8))
      const values = Object.fromEntries(options.map((option) => [option, random.pick(random.chance(0.5) ? HOSTILE : plausible)]))
      const form = {
        group,
        act,
        values: random.chance(0.9) ? JSON.stringify(values) : random.pick(HOSTILE),
        why: random.chance(0.7) ? 'a test' : random.pick(HOSTILE),
      }
      const { errno, text, status } = await server.post(path, form, { token: operator.token })
      expect([status, errno], `${JSON.stringify(form)}: ${text}`).not.toEqual([200, ERRORS.INTERNAL.errno])
      expect(status).toBe(200)
      expect(text).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d+/)
    }
  },
)
