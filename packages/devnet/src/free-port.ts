import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports: the system may lend one of those to an outgoing connection right after the check. */
const [LOWEST, ABOVE] = [20_000, 32_000]
const TRIES = 50

/** A port that is free now; another process may still take it first. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, ABOVE)
    if (await isFree(port, '127.0.0.1')) return port
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
