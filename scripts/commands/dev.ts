import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../checks/sources.ts'
import { runUntilStopped } from '../market/lifetime.ts'
import { startMarket } from '../market/market.ts'
import { readSettings, StartError } from '../market/settings.ts'
import { welcome } from '../market/welcome.ts'

const WEB_PORT = 5173

/** `npm run dev`: the market with the web app from vite, which hot-reloads. The server needs a restart by hand. */
await runUntilStopped(async (lifetime) => {
  const settings = readSettings(process.env)
  const origins = [`http://localhost:${WEB_PORT}`, `http://127.0.0.1:${WEB_PORT}`]
  await startMarket({ ...settings, web: false, origins, log: console.log, ...lifetime })
  lifetime.signal.throwIfAborted()
  const vite = spawn(
    process.execPath,
    [`${ROOT}node_modules/vite/bin/vite.js`, 'apps/web', '--port', String(WEB_PORT), '--strictPort', '--clearScreen', 'false'],
    {
      cwd: ROOT,
      env: { ...process.env, PLINTH_SERVER: `http://127.0.0.1:${settings.port}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  lifetime.onStarted(() => void vite.kill())
  const [code] = await Promise.race([
    once(vite, 'exit'),
    new Promise<[undefined]>((stay) => setTimeout(() => stay([undefined]), 3000).unref()),
  ])
  if (code !== undefined) throw new StartError(`The development server ended with ${code}.`)
  console.log(welcome(`http://localhost:${WEB_PORT}`, settings))
})
