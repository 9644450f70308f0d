import { createServer } from 'node:net'

/** A port nobody listens on right now; whoever takes it may still come second. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })
}
