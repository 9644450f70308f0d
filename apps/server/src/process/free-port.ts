import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports of outgoing connections: the system may take one of those right after it was found free. */
const [LOWEST, ABOVE] = [20_000, 32_000]
const TRIES = 50

/** A port that is free right now; another process may still take it first. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, ABOVE)
    if (await isFree(port, host)) return port
  }
  throw new Error(`No port from ${LOWEST} to ${ABOVE - 1} was free`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
