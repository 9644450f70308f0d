import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { type Market, startMarket } from './market.ts'

const DRAWN_MS = 60_000
const PLAYED_MS = 300_000
const A_QUARTER = 0.25
/** The stop is not under test here, and other tests use the processors. */
const UNHURRIED = { PLINTH_STOP_MS: '60000' }

/** Of a folder that makeDemo made: the market's data, to be copied, and all that its first start said until it was ready. */
export const inDemo = (folder: string) => ({ data: join(folder, 'data'), said: join(folder, 'said.txt') })

/** A first start that is stopped in the middle of its demo, a second that plays the rest, then a stop. */
export async function makeDemo(folder: string): Promise<void> {
  const { data, said } = inDemo(folder)
  // A private folder would have its database elsewhere.
  mkdirSync(data, { recursive: true, mode: 0o711 })
  chmodSync(folder, 0o711)
  const first = await startMarket({ dataDir: data, env: UNHURRIED })
  await untilPlayed(first, A_QUARTER)
  await stop(first)
  const second = await startMarket({ dataDir: data, env: UNHURRIED })
  await untilPlayed(second)
  writeFileSync(said, first.output() + second.output())
  await untilDrawn(second)
  await stop(second)
}

async function stop(market: Market): Promise<void> {
  const { code } = await market.stop()
  // An act that asks on after the stop finds its database closed, which the market prints.
  if (code !== 0 || /^Error: /m.test(market.output())) throw new Error(`The demo's market ended with ${code}:\n${market.output()}`)
}

/** Until this share of the demo's acts is played; all of them where none is named. */
async function untilPlayed({ api, output, stop: end }: Market, share = 1): Promise<void> {
  for (const until = performance.now() + PLAYED_MS; ; await sleep(200)) {
    const { hanging } = await api.config.fetch({})
    if (!hanging || hanging.done / hanging.total > share) return
    if (hanging.failed === 0 && performance.now() < until) continue
    await end()
    throw new Error(`The demo is not played:\n${output()}`)
  }
}

/** A restarted local chain has lost the hashes that its draws need. */
async function untilDrawn({ api }: Market): Promise<void> {
  const { list: boxes } = await api.blind['box.list']({ page: 1, limit: 100, chainId: -1 })
  for (const until = performance.now() + DRAWN_MS; ; ) {
    const histories = boxes.map(({ id }) => api.blind['box.history']({ boxId: id, page: 1, limit: 100 }))
    const waiting = (await Promise.all(histories)).flatMap(({ list }) => list).filter(({ status }) => status === BOX_REQUEST_STATUS.WAITING)
    if (waiting.length === 0) return
    if (performance.now() > until) throw new Error(`${waiting.length} openings of the demo are not drawn yet.`)
    await sleep(200)
  }
}

// `node make-demo.ts DIR`
if (import.meta.main) await makeDemo(process.argv[2] ?? '')
