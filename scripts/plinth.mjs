// Starts an operator's command on whatever Node the host has: so that an old one gets a sentence instead of a syntax error.
const OLDEST_NODE = 26
const [, , command = '', ...args] = process.argv
const COMMANDS = ['serve', 'keys', 'deploy', 'backup', 'restore', 'export', 'resume', 'verify', 'operator']

if (!COMMANDS.includes(command)) fail(`There is no command ${JSON.stringify(command)}: choose one of ${COMMANDS.join(', ')}.`)
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Plinth runs on Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}: start it with node_modules/.bin/node, or by npm run ${command}.`,
  )
}
process.argv.splice(2, process.argv.length, ...args)
await import(`./${command}.ts`)

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
