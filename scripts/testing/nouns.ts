/** Parts of file and folder names by which the tests of a noun are found. A noun missing here goes by its own name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  orders: ['order', 'sale', 'bid', 'listing', 'accept', 'salt', 'exchange', 'sweep'],
  auctions: ['auction'],
  boxes: ['box', 'draw', 'reveal'],
  items: ['item', 'mint', 'burn', 'transfer', 'metadata', 'attribute'],
  collections: ['collection', 'create721', 'create1155', 'clone'],
  accounts: ['account', 'profile', 'session', 'login', 'follow', 'social', 'like', 'mail'],
  notices: ['notice', 'news', 'events'],
  operators: ['operator', 'console', 'dashboard', 'report'],
  storage: ['storage', 'media', 'upload', 'content', 'drawing', 'picture'],
  chains: ['chain', 'network', 'node', 'indexer', 'reorg'],
  wallets: ['wallet', 'sign', 'signature', 'chain-switch'],
}

/** Long-running parts: `npm test` runs them, `npm run t` does not. */
const LONG = /\/(simulator|kill|races|model|invariant|matrix)\/|\/many-offers\./

export function wordsOf(noun: string): readonly string[] {
  return WORDS[noun] ?? WORDS[`${noun}s`] ?? WORDS[`${noun}es`] ?? [noun]
}

/** The parts of a path: `sale-dialog.component.test.tsx` has sale and dialog. */
function tokensOf(path: string): Set<string> {
  const name = path.replace(/^.*\//, '').replace(/\.(component\.)?(test|spec|t|finding)\b.*$/, '')
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return new Set(words.flatMap((word) => [word, word.replace(/e?s$/, ''), word.replace(/s$/, '')]))
}

/** Test files of a noun: those named by one of its parts, and those in a folder named so. */
export function testsOfNoun(noun: string, tests: readonly string[]): string[] {
  const words = wordsOf(noun)
  const folders = words.map((word) => new RegExp(`/(${word}|${word}s|${word}es)/`))
  return tests.filter((path) => {
    if (LONG.test(path)) return false
    const tokens = tokensOf(path)
    return words.some((word) => tokens.has(word)) || (!path.startsWith('contracts/') && folders.some((folder) => folder.test(path)))
  })
}

/**
 * Test files affected by a change: changed ones, those that import a changed file, those beside it, and for a module of
 * the server the tests of its noun. A change that is imported everywhere is for `npm test`.
 */
export function testsOfChange(
  changed: readonly string[],
  tests: readonly string[],
  imports: readonly { from: string; to: string }[],
): string[] {
  const known = new Set(tests)
  const found = new Set<string>()
  for (const path of changed) {
    if (known.has(path)) found.add(path)
    for (const { from, to } of imports) if (to === path && known.has(from)) found.add(from)
    const folder = path.replace(/[^/]*$/, '')
    const inRoom = (test: string) => test.startsWith(folder) && !test.slice(folder.length).includes('/')
    for (const test of tests) if (inRoom(test) && isSource(path)) found.add(test)
    const noun = /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
    for (const test of noun ? testsOfNoun(noun, tests) : []) if (test.startsWith('apps/server/')) found.add(test)
    const room = /^contracts\/(?:src|test)\/([^/]+)\//.exec(path)?.[1]
    for (const test of room ? tests : []) if (test.startsWith(`contracts/test/${room}/`)) found.add(test)
  }
  return [...found].filter((path) => !LONG.test(path) || changed.includes(path)).sort()
}

const isSource = (path: string): boolean => /\.(ts|tsx|sol)$/.test(path)
