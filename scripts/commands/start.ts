import { runUntilStopped } from '../market/lifetime.ts'
import { startMarket } from '../market/market.ts'
import { readSettings } from '../market/settings.ts'
import { welcome } from '../market/welcome.ts'

/** `npm start`: the whole market with one command. */
await runUntilStopped(async (lifetime) => {
  const settings = readSettings(process.env)
  await startMarket({ ...settings, web: true, log: console.log, ...lifetime })
  lifetime.signal.throwIfAborted()
  console.log(welcome(`http://localhost:${settings.port}`, settings))
})
