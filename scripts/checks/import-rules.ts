import type { Import } from './import-graph.ts'
import { climbedBy } from './layers.ts'

interface Rule {
  name: string
  /** Files it holds for. */
  in: RegExp
  /** Files of those that are exempt. */
  except?: RegExp
  /** Forbidden imports: a path from the root, or a package as written. */
  never: RegExp
  /** Type imports are allowed. */
  sparesTypes?: boolean
}

const TESTS = /\.(test|spec)\.tsx?$|\/test\/|^packages\/protocol\/scripts\//

/** The table "Who may import whom" of ARCHITECTURE.md. Tests may import more: vitest, node, and the devnet. */
const RULES: readonly Rule[] = [
  {
    name: 'protocol imports viem alone',
    in: /^packages\/protocol\/src\//,
    except: TESTS,
    never: /^(?!packages\/protocol\/src\/|viem$|viem\/(utils|siwe)$)/,
  },
  {
    name: 'api imports zod, protocol and viem types alone',
    in: /^packages\/api\/src\//,
    except: TESTS,
    never: /^(?!packages\/api\/src\/|zod$|viem$|viem\/(utils|siwe)$|@plinth\/protocol)/,
  },
  {
    name: 'sdk imports api, protocol and viem alone',
    in: /^packages\/sdk\/src\//,
    except: TESTS,
    never: /^(?!packages\/sdk\/src\/|viem$|@plinth\/(api|protocol))/,
  },
  { name: 'devnet never imports server or web', in: /^packages\/devnet\//, never: /^apps\/|^@plinth\/(server|web)/ },
  {
    name: 'server imports devnet and sdk in tests only, web never',
    in: /^apps\/server\//,
    except: TESTS,
    never: /^@plinth\/(devnet|sdk|web)|^packages\/|^apps\/web\//,
  },
  {
    name: 'web never imports server, devnet, node or raw ABI files',
    in: /^apps\/web\/src\//,
    except: TESTS,
    never: /^@plinth\/(server|devnet|contracts)|^node:|^packages\/|^apps\/server\/|^contracts\//,
  },
  { name: 'e2e never imports an app', in: /^e2e\//, never: /^apps\/|^@plinth\/(server|web)/ },
  {
    name: 'only wallet/ touches the provider',
    in: /^apps\/web\/src\//,
    except: /^apps\/web\/src\/wallet\//,
    never: /^(wagmi|@wagmi)(\/|$)/,
  },
  {
    name: 'http never touches the driver',
    in: /^apps\/server\/src\/http\//,
    except: TESTS,
    never: /^apps\/server\/src\/db\/(?!database)/,
  },
  {
    name: 'modules, reads, the indexer and jobs never import http or calls',
    in: /^apps\/server\/src\/(modules|read|indexer|jobs)\//,
    except: TESTS,
    never: /^apps\/server\/src\/(http|calls)\//,
    sparesTypes: true,
  },
  {
    name: 'modules never import the indexer: both stand on state/',
    in: /^apps\/server\/src\/(modules|read|chain|signer|operator)\//,
    except: TESTS,
    never: /^apps\/server\/src\/indexer\//,
  },
  {
    name: 'state imports the database and what a chain is, nothing above',
    in: /^apps\/server\/src\/state\//,
    except: TESTS,
    never: /^apps\/server\/src\/(?!state\/|db\/|chain\/|config\/config\.ts$)/,
  },
  {
    name: 'migrations stay what they were: they import none of the code that lives on',
    in: /^apps\/server\/src\/db\/migrations\//,
    never: /^(?!apps\/server\/src\/db\/migrations\/|kysely$|node:)/,
    sparesTypes: true,
  },
  { name: 'no one imports the program itself', in: /^apps\/server\/src\//, except: TESTS, never: /^apps\/server\/src\/main\.ts$/ },
  { name: 'only scripts import scripts', in: /^(packages|apps)\//, never: /^scripts\// },
]

const FEATURE = /^apps\/web\/src\/features\/([^/]+)/
const MODULE = /^apps\/server\/src\/modules\/([^/]+)\/(.*)$/
/** The calls of a module stand beside it and use its parts. */
const CALLS = /^apps\/server\/src\/calls\/([^/]+)\.ts$/
/** Modules by floor, the lowest first: one uses services of its own floor and of those below, never of one above. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  site: [
    'announcements',
    'banners',
    'captcha',
    'categories',
    'gas',
    'mail',
    'metadata',
    'networks',
    'operators',
    'pay-tokens',
    'rate-limits',
    'rates',
    'reading',
    'reports',
    'senders',
    'settings',
    'uploads',
  ],
  people: ['accounts', 'events', 'follows', 'inbox', 'mail-login', 'notices', 'portfolio', 'sessions', 'social', 'users'],
  market: ['approvals', 'auctions', 'boxes', 'cart', 'collections', 'explore', 'items', 'moderation', 'orders', 'signers', 'statistics'],
}
/** Helpers of tests build what a service reads; a benchmark measures its parts. */
const MAY_LOOK_INSIDE = /^(apps\/server\/test|bench)\//
const PACKAGE = /^(?:packages|apps)\/[^/]+|^contracts|^e2e|^scripts/
/** Root scripts tie the packages together; browser tests find Chromium as `npm test` does; a benchmark may import internals. */
const MAY_REACH_OUT = /^(scripts|e2e|bench)\//

/** One line for each import that breaks a rule. */
export function checkImports(imports: readonly Import[]): string[] {
  return imports.flatMap((one) => brokenRules(one).map((rule) => `${one.from} imports ${one.to}: ${rule}`))
}

function brokenRules({ from, to, isRelative, isType }: Import): string[] {
  const holding = RULES.filter((rule) => rule.in.test(from) && !rule.except?.test(from) && !(rule.sparesTypes && isType))
  const broken = holding.filter(({ never }) => never.test(to)).map(({ name }) => name)
  if (isRelative && PACKAGE.exec(from)?.[0] !== PACKAGE.exec(to)?.[0] && !MAY_REACH_OUT.test(from)) {
    broken.push('another package is imported by its name')
  }
  const [user, owner] = [from, to].map((path) => MODULE.exec(path)?.[1])
  if (user !== undefined && floorOf(user) < 0) broken.push('a module stands on a floor of FLOORS')
  if (isInside(from, to)) broken.push('a module is used through its service.ts alone')
  if (TESTS.test(from)) return broken
  if (user !== undefined && owner !== undefined && floorOf(owner) > floorOf(user)) broken.push('modules of a floor never use one above')
  const program = climbedBy({ from, to })
  if (program) broken.push(`${program} layers go one way`)
  const [feature, otherFeature] = [FEATURE.exec(from)?.[1], FEATURE.exec(to)?.[1]]
  if (feature && otherFeature && feature !== otherFeature) broken.push('features never import features')
  return broken
}

function floorOf(module: string): number {
  return Object.values(FLOORS).findIndex((modules) => modules.includes(module))
}

/** Whether this import, of types too, goes past the face of another module. */
function isInside(from: string, to: string): boolean {
  const [, owner, file] = MODULE.exec(to) ?? []
  if (owner === undefined || owner === (MODULE.exec(from) ?? CALLS.exec(from))?.[1] || MAY_LOOK_INSIDE.test(from)) return false
  return file !== 'service.ts'
}

/** Pure rules use no clocks, randomness or network. */
const IMPURE = /\b(Date\.now|new Date\(\)|Math\.random|crypto\.|fetch\(|process\.|performance\.)/

export function checkPurity(sources: readonly { path: string; text: string }[]): string[] {
  return sources
    .filter(({ path }) => /^packages\/protocol\/src\//.test(path) && !TESTS.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = IMPURE.exec(line.replace(/^\s*(\/\/|\/?\*).*/, ''))
        return found ? [`${path}:${index + 1}: ${found[1]} in protocol, which is pure`] : []
      }),
    )
}

/** A file that only re-exports hides where things are. */
export function checkBarrels(sources: readonly { path: string; text: string }[]): string[] {
  return sources
    .filter(({ path, text }) => !/^packages\/[^/]+\/src\/((abi|v1)\/)?index\.ts$/.test(path) && isBarrel(text))
    .map(({ path }) => `${path}: only a package's own index.ts may do nothing but re-export`)
}

function isBarrel(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
  return code !== '' && code.replace(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '').trim() === ''
}
