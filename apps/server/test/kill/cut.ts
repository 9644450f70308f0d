import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { CUTS } from './cuts.ts'

/**
 * Loaded before the server (`node --import`): inserts a cut at each named point of its source, inactive until armed.
 * The server itself is unaware of it. A point that no longer matches the source stops the start.
 */
declare global {
  var armedCut: string | undefined
}

globalThis.armedCut = process.env.CUT

registerHooks({
  load(url, context, nextLoad) {
    const cuts = CUTS.filter(({ file }) => url.endsWith(`/apps/server/src/${file}`))
    if (cuts.length === 0) return nextLoad(url, context)
    const source = cuts.reduce(
      (text, { name, at, where }) => {
        if (text.split(at).length !== 2) throw new Error(`The cut ${name} wants this exactly once in ${url}: ${at}`)
        return text.replace(at, () => (where === 'before' ? `${powerCut(name)}${at}` : `${at};${powerCut(name)}`))
      },
      readFileSync(fileURLToPath(url), 'utf8'),
    )
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})

/** No handler runs and nothing is flushed; the wait keeps the next statement from running before the signal arrives. */
function powerCut(name: string): string {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  return `if (globalThis.armedCut === ${JSON.stringify(name)}) { process.kill(process.pid, 'SIGKILL'); ${wait} }\n`
}
