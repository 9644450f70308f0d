import { codeOf } from './errors.ts'

const AGAIN_MS = 2_000
const LIMIT_MS = 60_000

/** Asks for a signature of the market, again and again for a minute while the process that signs restarts. */
export async function askSigner<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + LIMIT_MS; ; await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))) {
    try {
      return await ask()
    } catch (error) {
      if (codeOf(error) !== 'SIGNER_AWAY' || Date.now() >= end) throw error
    }
  }
}
