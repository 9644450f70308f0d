/**
 * The short commands: `npm run t -- orders` runs types and the tests of a noun, `npm run t` those that `git diff`
 * affects. Browser stories and the long parts run in `npm test` only.
 */
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { runForgeTests } from '../contracts/scripts/forge.ts'
import { listImports } from './checks/import-graph.ts'
import { CODE_ENDINGS, CODE_FOLDERS, ROOT, readSources } from './checks/sources.ts'
import { runTypes } from './checks/types.ts'
import { runTool } from './run.ts'
import { useMemoryFolder } from './testing/memory-folder.ts'
import { testsOfChange, testsOfNoun } from './testing/nouns.ts'
import { runVitest } from './testing/vitest.ts'

/** Per processor: pages and servers wait half of the time. */
const WORKERS = 2

const began = performance.now()
useMemoryFolder()
const nouns = process.argv.slice(2)
const sources = readSources(CODE_FOLDERS, [...CODE_ENDINGS, '.sol'])
const tests = sources.map(({ path }) => path).filter((path) => /\.test\.tsx?$|\.t\.sol$/.test(path))
const changed = changedFiles()
const chosen = nouns.length > 0 ? nouns.flatMap((noun) => testsOfNoun(noun, tests)) : testsOfChange(changed, tests, importsOf())
if (nouns.length > 0 && chosen.length === 0) {
  console.error(`No test is about ${nouns.join(', ')}.`)
  process.exit(1)
}
if (nouns.length === 0 && changed.length === 0) {
  console.log('Nothing has changed since the last commit.')
  process.exit(0)
}

const results = await Promise.all([
  check('types', runTypes),
  check(
    'format and lint',
    () => runTool('@biomejs/biome/bin/biome', ['check', '--colors=off', ...lintable(changed)]),
    lintable(changed).length > 0,
  ),
  runTests(chosen.filter((path) => !path.endsWith('.sol'))),
  runContracts(chosen.filter((path) => path.endsWith('.sol'))),
])
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
if (changed.some((path) => path.startsWith('contracts/src/')))
  console.log('Contracts have changed: npm run gen writes what the tests deploy.')
console.log(`${((performance.now() - began) / 1_000).toFixed(1)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

type Result = { passed: number; failed: number }

async function check(name: string, run: () => Promise<{ code: number; output: string }>, isNeeded = true): Promise<Result> {
  if (!isNeeded) return { passed: 0, failed: 0 }
  const { code, output } = await run()
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  if (code !== 0) console.log(output)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

/** All projects in one run, which share compiled code. */
async function runTests(files: readonly string[]): Promise<Result> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  return runVitest(['unit', 'server', 'web', 'web-apart', 'components'], {
    files,
    workers: WORKERS * availableParallelism(),
    reporter: 'dot',
  })
}

async function runContracts(files: readonly string[]): Promise<Result> {
  if (files.length === 0) return { passed: 0, failed: 0 }
  const { passed, failed, output } = await runForgeTests(['--match-path', `{${files.join(',')}}`], { env: { FOUNDRY_FUZZ_RUNS: '200' } })
  console.log(`${failed === 0 ? '✓' : '✗'} contracts`)
  if (failed > 0) console.log(output)
  return { passed, failed }
}

/** Of the work tree against the last commit, new files included. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', '--diff-filter=d', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}

function importsOf() {
  return sources.flatMap(listImports).filter(({ isRelative }) => isRelative)
}

function lintable(paths: readonly string[]): string[] {
  return paths.filter((path) => /\.(ts|tsx|json|css|mjs)$/.test(path))
}
