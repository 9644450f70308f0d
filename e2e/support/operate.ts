import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Place } from './market.ts'

const PLINTH = fileURLToPath(new URL('../../scripts/plinth.mjs', import.meta.url))

/** `npm run operator -- …` on a running market's machine; returns its output. A failed command throws it. */
export function operate({ dataDir, rpcUrls }: Pick<Place, 'dataDir' | 'rpcUrls'>, ...line: string[]): Promise<string> {
  const ports = Object.entries(rpcUrls).map(([chainId, url]) => [`CHAIN_PORT_${chainId}`, new URL(url).port])
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...Object.fromEntries(ports) }
  return new Promise((done, fail) => {
    execFile(process.execPath, [PLINTH, 'operator', ...line], { env }, (error, out, said) =>
      error ? fail(new Error(said || out)) : done(out.trim()),
    )
  })
}
