import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ServerOptions, startServer } from '../../src/main.ts'

/** The real server as a process of its own, see server-process.ts. `arm NAME` on its input sets a cut of cuts.ts. */
const options = JSON.parse(process.env.SERVER_OPTIONS ?? '{}') as ServerOptions
const server = await startServer(options)
let mostHeld = 0
let isWatched = false
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What it holds, without what waits for the collector: that comes and goes by a hundred megabytes. */
function lookAtMemory(): void {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  mostHeld = Math.max(mostHeld, heapUsed + arrayBuffers)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('memory')) {
    if (!isWatched) setInterval(lookAtMemory, 400)
    isWatched = true
    lookAtMemory()
    process.stdout.write(`${line} ${mostHeld}\n`)
    mostHeld = 0
    return
  }
  globalThis.armedCut = line.replace(/^arm /, '')
  process.stdout.write(`armed ${globalThis.armedCut}\n`)
})
process.stdin.on('end', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${server.url}\n`)
