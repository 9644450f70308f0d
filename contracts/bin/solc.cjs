#!/usr/bin/env node
// What forge takes for a native compiler: `--version`, and standard JSON from stdin to stdout.
const { readFileSync, writeSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  print(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else if (process.argv.includes('--standard-json')) {
  print(solc.compile(readFileSync(0, 'utf8')))
} else {
  process.stderr.write('usage: solc.cjs --version | --standard-json < input.json\n')
  process.exitCode = 1
}

/** Writes all of it: one writeSync into a pipe may take only a part, or none for now. */
function print(text) {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
