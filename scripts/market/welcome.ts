import { DEMO_ACCOUNTS } from '@plinth/devnet'
import { LOCAL_NETWORKS } from '@plinth/protocol'
import type { Settings } from './settings.ts'

/** Printed once by a start, when everything answers. */
export function welcome(url: string, { chainPorts }: Pick<Settings, 'chainPorts'>): string {
  const networks = LOCAL_NETWORKS.flatMap(({ chainId, name, symbol }) => {
    const port = chainPorts.get(chainId)
    return port === undefined ? [] : [`  ${name.padEnd(15)} http://127.0.0.1:${port}  chain id ${chainId}  ${symbol}`]
  })
  return `Plinth is ready at ${url}

Local chains, for any wallet:
${networks.join('\n')}

Demo accounts with play money on every chain; the keys are public, never send anything real to them:
${DEMO_ACCOUNTS.map(({ name, address, privateKey }) => `  ${name.padEnd(10)} ${address}  ${privateKey}`).join('\n')}

Ctrl-C ends it; everything is kept for the next start.`
}
