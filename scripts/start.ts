import { DEMO_ACCOUNTS } from '@plinth/devnet'
import { runUntilStopped } from './lifetime.ts'
import { startMarket } from './market.ts'
import { readSettings } from './settings.ts'

/** `npm start`: the whole market with one command. */
await runUntilStopped(async (lifetime) => {
  const settings = readSettings(process.env)
  await startMarket({ ...settings, web: true, log: console.log, ...lifetime })
  lifetime.signal.throwIfAborted()
  console.log(`Plinth is ready at http://localhost:${settings.port}`)
  console.log('\nDemo accounts with play money; the keys are public, never send anything real to them:')
  for (const { name, address, privateKey } of DEMO_ACCOUNTS) console.log(`  ${name.padEnd(10)} ${address}  ${privateKey}`)
  console.log('\nCtrl-C ends it; everything is kept for the next start.')
})
