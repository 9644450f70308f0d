import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ServerOptions, startServer } from '../../src/main.ts'

/** The real server as a process of its own, see server-process.ts. `arm NAME` on its input sets a cut of cuts.ts. */
const options = JSON.parse(process.env.SERVER_OPTIONS ?? '{}') as ServerOptions
const server = await startServer(options)
let mostHeld = 0
/** Less than this is of no interest between two questions. */
let floor = 0
let isWatched = false
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const held = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What it holds, without what waits for the collector: that comes and goes by a hundred megabytes. */
function lookAtMemory(): void {
  collectGarbage()
  mostHeld = Math.max(mostHeld, held())
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('memory')) {
    // To collect is dear: what is below the floor with its garbage is so without it.
    if (!isWatched) setInterval(() => held() >= floor && lookAtMemory(), 400)
    isWatched = true
    lookAtMemory()
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
