import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Part, type ServerOptions, startServer } from '../../src/main.ts'

/** Milliseconds that the clock of this process is set ahead of the machine's. */
let ahead = 0
const { now } = Date
Date.now = () => now() + ahead

/**
 * The real server in a separate process, see server-process.ts. On its input `arm NAME` arms a cut of cuts.ts, and `clock MS` sets its
 * clock.
 */
const { parts, ...options } = JSON.parse(process.env.SERVER_OPTIONS ?? '{}') as ServerOptions & { readonly parts?: readonly Part[] }
const server = await startServer({ ...options, ...(parts ? { parts: new Set(parts) } : {}) })
let mostHeld = 0
/** Memory below this is ignored until the next question. */
let floor = Number.POSITIVE_INFINITY
let isWatched = false
setFlagsFromString('--expose-gc')
const collectGarbage: (options?: { type: 'minor' }) => void = runInNewContext('gc')

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Memory in use, without garbage: that varies by a hundred megabytes. */
function lookAtMemory(): void {
  collectGarbage()
  mostHeld = Math.max(mostHeld, held())
}

/** A full collection is expensive: skipped where the size with garbage, or with old garbage alone, is below the floor. */
function lookAboveFloor(): void {
  if (held() < floor) return
  collectGarbage({ type: 'minor' })
  if (held() >= floor) lookAtMemory()
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('memory')) {
    if (!isWatched) setInterval(lookAboveFloor, 400)
    isWatched = true
    if (floor < Number.POSITIVE_INFINITY) lookAboveFloor()
    else lookAtMemory()
    const [asked, number, least] = line.split(' ')
    floor = Number(least)
    process.stdout.write(`${asked} ${number} ${mostHeld}\n`)
    mostHeld = 0
    return
  }
  if (line.startsWith('clock')) {
    ahead = Number(line.split(' ')[1])
    process.stdout.write(`${line} set\n`)
    return
  }
  globalThis.armedCut = line.replace(/^arm /, '')
  process.stdout.write(`armed ${globalThis.armedCut}\n`)
})
process.stdin.on('end', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${server.url}\n`)
