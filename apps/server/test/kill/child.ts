import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ServerOptions, startServer } from '../../src/main.ts'

/** The real server as a process of its own, see server-process.ts. `arm NAME` on its input sets a cut of cuts.ts. */
const options = JSON.parse(process.env.SERVER_OPTIONS ?? '{}') as ServerOptions
const server = await startServer(options)
let mostHeld = 0
/** Less than this is of no interest until the next question. */
let floor = Number.POSITIVE_INFINITY
let isWatched = false
setFlagsFromString('--expose-gc')
const collectGarbage: (options?: { type: 'minor' }) => void = runInNewContext('gc')

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What it holds, without what waits for the collector: that comes and goes by a hundred megabytes. */
function lookAtMemory(): void {
  collectGarbage()
  mostHeld = Math.max(mostHeld, held())
}

/** To collect is dear: what is below the floor with its garbage, or with its older garbage alone, is so without it. */
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
  globalThis.armedCut = line.replace(/^arm /, '')
  process.stdout.write(`armed ${globalThis.armedCut}\n`)
})
process.stdin.on('end', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${server.url}\n`)
