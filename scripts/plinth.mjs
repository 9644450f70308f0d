// Starts an operator's command on the host's Node: an old one gets a sentence instead of a syntax error.
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 26
const [, , command = '', ...args] = process.argv
const COMMANDS = ['serve', 'keys', 'deploy', 'backup', 'restore', 'export', 'resume', 'verify', 'operator']

if (!COMMANDS.includes(command)) fail(`There is no command ${JSON.stringify(command)}: choose one of ${COMMANDS.join(', ')}.`)
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Plinth runs on Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}: start it with node_modules/.bin/node, or by npm run ${command}.`,
  )
}
// Compilation takes a third of a command's start. Without write access to the folder nothing is cached, and the command
// runs as before.
nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
process.argv.splice(2, process.argv.length, ...args)
await import(`./commands/${command}.ts`)

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
