import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { type Market, startMarket } from './market.ts'

const DRAWN_MS = 60_000

/** Of a folder that makeDemo made: the market's data, to be copied, and all that its first start said until it was ready. */
export const inDemo = (folder: string) => ({ data: join(folder, 'data'), said: join(folder, 'said.txt') })

/** A first start with the demo's items, then a stop. */
export async function makeDemo(folder: string): Promise<void> {
  const { data, said } = inDemo(folder)
  // A private folder would have its database elsewhere.
  mkdirSync(data, { recursive: true, mode: 0o711 })
  chmodSync(folder, 0o711)
  const market = await startMarket({ dataDir: data })
  writeFileSync(said, market.output())
  await untilDrawn(market)
  const { code } = await market.stop()
  if (code !== 0) throw new Error(`The demo's market ended with ${code}:\n${market.output()}`)
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
