import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ERRORS, LANGUAGE_CODES, LANGUAGES } from '@plinth/api'
import { readMutations } from '../contracts/scripts/mutations.ts'
import { checkChangeNotes } from './checks/change-notes.ts'
import { listStale } from './checks/generated.ts'
import { listImports } from './checks/import-graph.ts'
import { checkBarrels, checkImports, checkPurity } from './checks/import-rules.ts'
import { checkJsonInSql } from './checks/json-in-sql.ts'
import { drawLayers } from './checks/layers.ts'
import { checkLength } from './checks/length.ts'
import { checkLock } from './checks/lock.ts'
import { checkMutants } from './checks/mutants.ts'
import { checkMutations } from './checks/mutations.ts'
import { checkReferences } from './checks/references.ts'
import { checkRequirements, readRequirements } from './checks/requirements.ts'
import { CODE_ENDINGS, CODE_FOLDERS, listFiles, ROOT, readSources } from './checks/sources.ts'
import { checkSpreads } from './checks/spreads.ts'
import { checkState } from './checks/state.ts'
import { checkTexts, type Texts } from './checks/texts.ts'
import { checkTrees } from './checks/trees.ts'
import { runTypes } from './checks/types.ts'
import { listUnraised } from './checks/unraised.ts'
import { type RunResult, runTool } from './run.ts'
import { readMutants } from './testing/mutants.ts'

interface Check {
  name: string
  /** In a process of its own, since it takes long: it starts before the others. */
  isApart?: boolean
  /** Findings, a line each; empty when all is well. */
  findProblems(): Promise<string[]> | string[]
}

function linesOf({ code, output }: RunResult): string[] {
  return code === 0 ? [] : output.trim().split('\n')
}

/** Of the whole repository, and of the product without its tests (knip.config.js). */
async function findUnused(): Promise<string[]> {
  const whole = await runTool('knip/bin/knip.js', ['--no-progress'])
  const product = await runTool('knip/bin/knip.js', ['--production', '--no-progress'])
  return [...linesOf(whole), ...linesOf(product).map((line) => `${line} (but by tests)`)]
}

/** Texts of a lazy chunk are not in the index: they go by their exported name. */
async function readTexts(locale: string): Promise<Texts> {
  const load = (path: string) => import(pathToFileURL(ROOT + path).href)
  const texts: Texts = { ...(await load(`apps/web/src/i18n/${locale}/index.ts`))[locale] }
  for (const { path } of readSources([`apps/web/src/i18n/${locale}`], CODE_ENDINGS)) {
    for (const [name, value] of Object.entries(await load(path))) {
      if (name !== locale && !Object.values(texts).includes(value as Texts)) texts[name] = value as Texts
    }
  }
  return texts
}

async function checkWebTexts(): Promise<string[]> {
  const users = readSources(['apps/web/src', 'packages/api/src', 'packages/protocol/src'], CODE_ENDINGS)
  const english = await readTexts('en')
  const others = LANGUAGE_CODES.filter((language) => language !== 'en')
  const problems = others.map(async (language) =>
    checkTexts(
      english,
      await readTexts(language),
      users.filter(({ path }) => !path.includes('/i18n/')),
      LANGUAGES[language].name,
    ),
  )
  return (await Promise.all(problems)).flat()
}

function planChecks(): Check[] {
  const sources = readSources(CODE_FOLDERS, [...CODE_ENDINGS, '.mjs', '.sol', '.css'])
  const code = sources.filter(({ path }) => /\.tsx?$/.test(path))
  const imports = code.flatMap(listImports)
  const files = listFiles()
  const pages = readSources(['.'], ['.md'])
  const requirements = readRequirements(pages, sources)
  return [
    { name: 'types', findProblems: async () => linesOf(await runTypes()) },
    {
      name: 'format and lint',
      findProblems: async () =>
        linesOf(await runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--max-diagnostics=50', '--diagnostic-level=error'])),
    },
    { name: 'import rules', findProblems: () => [...checkImports(imports), ...checkBarrels(code), ...checkPurity(code)] },
    { name: 'file length', findProblems: () => checkLength(sources) },
    { name: 'spread literals', findProblems: () => checkSpreads(code) },
    { name: 'JSON in SQL', findProblems: () => checkJsonInSql(code) },
    { name: 'state of modules', findProblems: () => checkState(code) },
    { name: 'requirements', findProblems: () => checkRequirements(requirements) },
    { name: 'references', findProblems: () => checkReferences([...sources, ...pages], requirements.rows, files) },
    { name: 'test trees', findProblems: () => checkTrees(readSources(['contracts/test'], ['.tree', '.sol'])) },
    { name: 'mutations of contracts', findProblems: () => checkMutations(readMutations(ROOT), readSources(['contracts'], ['.sol'])) },
    { name: 'mutants', findProblems: () => checkMutants(readMutants(ROOT), sources, new Set(requirements.rows.keys())) },
    {
      name: 'texts in every language',
      findProblems: async () => [...(await checkWebTexts()), ...listUnraised(Object.keys(ERRORS), code)],
    },
    { name: 'lock file', findProblems: () => checkLock(JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'))) },
    {
      name: 'change notes',
      findProblems: () => checkChangeNotes(readSources(['changes'], ['']), readFileSync(`${ROOT}CHANGELOG.md`, 'utf8')),
    },
    { name: 'unused exports', isApart: true, findProblems: findUnused },
    { name: 'generated files', findProblems: listStale },
  ]
}

/** Runs every check, says which fail and why, and counts each as one. */
export async function runChecks(log: (line: string) => void): Promise<{ passed: number; failed: number }> {
  let failed = 0
  const checks = planChecks()
  const begun = new Map(checks.filter(({ isApart }) => isApart).map((check) => [check.name, problemsOf(check)]))
  for (const check of checks) {
    const { name } = check
    const problems = await (begun.get(name) ?? problemsOf(check))
    log(`${problems.length === 0 ? '✓' : '✗'} ${name}`)
    for (const problem of problems) log(`    ${problem}`)
    if (problems.length > 0) failed++
  }
  return { passed: checks.length - failed, failed }
}

function problemsOf({ findProblems }: Check): Promise<string[]> {
  return Promise.resolve()
    .then(findProblems)
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
}

/** What the import rules hold for: the programs without their tests. */
function drawGraph(): string[] {
  const sources = readSources(['apps'], CODE_ENDINGS).filter(({ path }) => !/\.test\.tsx?$|\/test\//.test(path))
  return drawLayers(sources.flatMap(listImports))
}

if (import.meta.main) {
  const { passed, failed } = await runChecks(console.log)
  console.log(`\nImports, from the outside in:\n${drawGraph().join('\n')}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
