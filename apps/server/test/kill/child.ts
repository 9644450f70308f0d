import { createInterface } from 'node:readline'
import { type ServerOptions, startServer } from '../../src/main.ts'

/** The real server as a process of its own, see server-process.ts. `arm NAME` on its input sets a cut of cuts.ts. */
const options = JSON.parse(process.env.SERVER_OPTIONS ?? '{}') as ServerOptions
const server = await startServer(options)
let mostMemory = 0
setInterval(() => {
  mostMemory = Math.max(mostMemory, process.memoryUsage.rss())
}, 10)
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.startsWith('memory')) {
    process.stdout.write(`${line} ${mostMemory}\n`)
    mostMemory = process.memoryUsage.rss()
    return
  }
  globalThis.armedCut = line.replace(/^arm /, '')
  process.stdout.write(`armed ${globalThis.armedCut}\n`)
})
process.stdin.on('end', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${server.url}\n`)
