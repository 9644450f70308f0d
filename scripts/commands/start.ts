import { runUntilStopped } from '../market/lifetime.ts'
import { startMarket } from '../market/market.ts'
import { readSettings } from '../market/settings.ts'
import { welcome } from '../market/welcome.ts'

/** A test on a busy machine waits longer for a stop than a person at a terminal. */
const stopLimitMs = Number(process.env.PLINTH_STOP_MS) || undefined

/** `npm start`: the whole market with one command. */
await runUntilStopped(async (lifetime) => {
  const settings = readSettings(process.env)
  await startMarket({ ...settings, web: true, log: console.log, ...lifetime })
  lifetime.signal.throwIfAborted()
  console.log(welcome(`http://localhost:${settings.port}`, settings))
}, stopLimitMs)
