import { hostname, userInfo } from 'node:os'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { findPending, refuseNewerDatabase } from '../../apps/server/src/db/migrate.ts'
import { refreshNetworks } from '../../apps/server/src/modules/networks/service.ts'
import { OperatorRefused } from '../../apps/server/src/modules/operators/service.ts'
import type { Command } from '../../apps/server/src/operator/command.ts'
import { GROUPS } from '../../apps/server/src/operator/groups.ts'
import { helpOfAll, helpOfCommand, helpOfGroup } from '../../apps/server/src/operator/help.ts'
import { printed, printedJson } from '../../apps/server/src/operator/print.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { failWithSentence } from '../market/fail.ts'
import { withDatabase } from '../market/market-place.ts'
import { readOperatorSettings } from '../market/operator-settings.ts'

/** Commands with a script of their own, which work without the market's tables or make them. */
const SCRIPTS: Readonly<Record<string, string>> = {
  doctor: 'Looks at everything the market stands on, and says in plain words what is wrong.',
  backup: 'Copies the market of one moment into a folder, while it runs: --to DIR.',
  restore: 'Takes a backup back into an empty place: --from DIR.',
  export: 'Writes all contents, or those of a collection or an item, as one CAR: --to FILE.',
  keys: 'Makes keystores: --to DIR --passphrase-file FILE.',
  deploy: 'Puts the contracts on a chain.',
  resume: 'Follows a stopped chain again: --chain ID --why TEXT.',
  verify: 'Checks an auction or a box from the chain alone.',
}

/**
 * `npm run operator -- <group> <act> [--options]`: the operator's commands, also while the market runs. The groups are
 * in apps/server/src/operator.
 */
await failWithSentence(async () => {
  const [name = '', act = '', ...rest] = process.argv.slice(2)
  if (isHelp(name)) return console.log(helpOfAll(GROUPS, SCRIPTS))
  if (Object.hasOwn(SCRIPTS, name)) return passOn(name)
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined
  if (!group)
    throw new OperatorRefused(
      `There is no ${JSON.stringify(name)}: choose one of ${[...Object.keys(GROUPS), ...Object.keys(SCRIPTS)].join(', ')}.`,
    )
  if (isHelp(act)) return console.log(helpOfGroup(name, group))
  const command = Object.hasOwn(group.commands, act) ? group.commands[act] : undefined
  if (!command)
    throw new OperatorRefused(`${name} has no act ${JSON.stringify(act)}: choose one of ${Object.keys(group.commands).join(', ')}.`)
  if (rest.some((word) => word === '--help' || word === '-h')) return console.log(helpOfCommand(`${name} ${act}`, command))
  await run(command, rest)
})

function isHelp(word: string): boolean {
  return ['', 'help', '--help', '-h'].includes(word)
}

async function passOn(script: string): Promise<void> {
  process.argv.splice(2, 1)
  await import(`./${script}.ts`)
}

/** Parses the options before it opens anything: a typing error costs no wait. */
async function run(command: Command, argv: readonly string[]): Promise<void> {
  const ready = command.read(argv, `${userInfo().username}@${hostname()}`)
  const settings = readOperatorSettings(process.env)
  const log = createLogger((line) => process.stderr.write(line), { ...settings.log, level: 'warn', format: 'text' })
  const reply = await withDatabase(settings, false, async (connection) => {
    const opened = openPool({ ...connection, max: 4 }, 'external', () => undefined)
    try {
      const { config, keys } = settings
      const revealOperatorKey = command.takesRevealOperator ? await settings.keeper?.open() : undefined
      const context = await createContext({ config, dialect: opened.dialect, keys, revealOperatorKey, log })
      if (!command.takesAnyVersion) await refuseOtherVersion(context)
      // A database without that table knows only the configured ones.
      await refreshNetworks(context).catch(() => undefined)
      return await ready.run(context).finally(() => context.source.close())
    } finally {
      await opened.close()
    }
  })
  console.log(ready.isJson ? printedJson(reply) : printed(reply))
}

async function refuseOtherVersion({ db }: Context): Promise<void> {
  await refuseNewerDatabase(db)
  const pending = await findPending(db).catch(() => ['all'])
  if (pending.length > 0)
    throw new OperatorRefused('The database is not of this version: start the market once, which brings it up to date.')
}
