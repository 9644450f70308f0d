import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const server = process.env.PLINTH_SERVER ?? 'http://127.0.0.1:3000'

/**
 * What the browser asks of zod for nothing, 8 kB of the first view: a JSON Schema of each schema, explanations in English, a compiler
 * that the content security policy forbids, and a memory of cycles, which JSON has none of.
 */
const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  transform(code, id) {
    if (/zod\/v4\/locales\/en\.js$/.test(id)) return "export default () => ({ localeError: () => 'Invalid' })"
    if (/zod\/v4\/core\/memoizer\.js$/.test(id)) return NO_MEMORY
    if (/zod\/v4\/core\/schemas\.js$/.test(id)) return withoutCompiler(code)
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
    const none = "const none = () => () => { throw new Error('no JSON Schemas in the browser') }"
    return `${none}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`
  },
}

const NO_MEMORY = 'export const memoizer = () => undefined\nexport { memoizer as isBackEdge, memoizer as isRecursiveSchema }'

function withoutCompiler(code: string): string {
  const compiled = /^export const \$ZodObjectJIT = [\s\S]*?^\}\);$/m
  if (!compiled.test(code)) throw new Error('zod has no compiler of objects any more: look at lean-zod')
  return code.replace(compiled, () => 'export const $ZodObjectJIT = $ZodObject;')
}

/**
 * What the router has for its framework mode, which this app is not in, and parts of it that are kept for their names in a debugger
 * alone (forms, its scroll restoration): 3 kB of the first view.
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform(code, id) {
    if (/react-router\/dist\/production\/lib\/dom\/lib\.js$/.test(id))
      return code
        .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
        .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
    if (!/react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/.test(id)) return null
    const bodies = { PrefetchPageLinks: 'return null', usePrefetchBehavior: 'return [false, React$1.useRef(null), {}]' }
    return Object.entries(bodies).reduce((text, [name, body]) => {
      const whole = new RegExp(`^function ${name}\\([\\s\\S]*?^\\}$`, 'm')
      if (!whole.test(text)) throw new Error(`The router has no ${name} any more: look at lean-router`)
      return text.replace(whole, () => `function ${name}() { ${body} }`)
    }, code)
  },
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** What the catalogue says of its calls for readers of the API, and what only the server acts on: 4 kB of the first view. */
const leanCatalogue: Plugin = {
  name: 'lean-catalogue',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/packages\/api\/src\/calls\/\w[\w-]*\.ts$/.test(id)) return null
    // The parser's own type knows every kind of node; all of them are walked alike.
    const cuts = objectsIn(this.parse(code) as unknown as Node).flatMap(({ properties }) =>
      properties.flatMap((property, at) =>
        isForReaders(property) ? [[property.start, properties[at + 1]?.start ?? property.end] as const] : [],
      ),
    )
    return cuts.toSorted(([a], [b]) => b - a).reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code)
  },
}

function objectsIn(node: Node): { properties: Node[] }[] {
  const below = Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)
  const own = node.type === 'ObjectExpression' ? [{ properties: node.properties as Node[] }] : []
  return [...own, ...below.flatMap(objectsIn)]
}

function isForReaders({ key, value }: Node): boolean {
  const { name } = (key ?? {}) as { name?: string }
  const { type, elements } = (value ?? {}) as { type?: string; elements?: Node[] }
  return (
    ((name === 'about' || name === 'cost') && type === 'Literal') ||
    (name === 'errors' && type === 'ArrayExpression' && (elements ?? []).every(isLiteral))
  )
}

const isLiteral = ({ type }: Node): boolean => type === 'Literal'

/** Both faces stand on every page; without this the browser asks for them when it has words to set. */
const earlyFonts: Plugin = {
  name: 'early-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head',
        })),
  },
}

type Chunks = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** The files a chunk can't do without, its own included. */
function filesOf(chunks: Chunks, name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const other of chunk.imports) filesOf(chunks, other, found)
  return found
}

/** A route's page, the texts of a language, or the ledger, which a route loads as a part of its own. */
const PAGE = /\/src\/(?:routes\/([a-z][\w-]*)\.tsx|i18n\/([a-z]{2})\/index\.ts|(features\/account\/portfolio\/PortfolioPage)\.tsx)$/

/** What each page is made of besides what all are, so that the server can name it before any script runs. */
const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  generateBundle: {
    // After Vite has taken away the files that would only have asked for a style.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesOf(bundle, fileName)]))
      const pages = chunks.flatMap(({ facadeModuleId, fileName }) => {
        const [, page, language, ledger] = PAGE.exec(facadeModuleId ?? '') ?? []
        const name = page ?? language ?? (ledger && 'ledger')
        return name === undefined ? [] : [[name, [...filesOf(bundle, fileName)].filter((file) => !first.has(file))] as const]
      })
      const named = Object.fromEntries(pages)
      named.ledger = [...new Set([...(named.items ?? []), ...(named.ledger ?? [])])]
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(named) })
    },
  },
}

/**
 * Nearly all of it runs before the first view stands: compiled while it arrives, beside the page, not function by function
 * when the page waits for each. Browsers that don't know the word see a comment.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && AHEAD.has(part.name)) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
    },
  },
}

/** What shell and home are made of: one file instead of forty. Parts of the kit that only dialogs and forms use stay out. */
const FIRST_VIEW = [
  'app/(?!ChineseOffer|OwnAuctions|MobileMenu|ChatDialog|Profile|TokenBalances|NetworkList|NewsLink)',
  // Named one by one: a new entity is no part of the first view by itself.
  'entities/(auction(-acts)?\\.ts|category-name|LikeButton|person-name|use-failure-toast|use-signed-in|cards/(AuctionClock|Card|Farewell|ItemCard|ItemGrid|ItemPicture|NoPicture|item-size|item-view|use-item-face)|live-list/(?!RowList|ListFoot)|price/(CardWorth|Price).)',
  'features/(announcements/(announcement-link|use-announcements)|auctions/(LiveAuctions|newest-auctions)|boxes/(HomeBoxesPlace|newest-boxes)|market/(FilterBar|category-tree|filters|market-query)|rankings/HomeRankingPlace)',
  'flows/(session/(session-store|heartbeat|chain-ask)|transactions/transaction)',
  'i18n/(first/en|index|locale|translate|en/(category|home|item|kit|shell|state))',
  'kit/(Button|ChainGlyph|drawings|FilterTabs|Icon|icons|Logo|marks|Menu|popup|Segmented|Spinner|states|toast|use-layer)',
  'lib/(?!time|live/|calendar|save-file|explore-address|history-layers|in-sight|later|cut-titles|marked|offer-api|portfolio-api|cart-api|selling-api|resources|upload)',
  'wallet/load',
]
/**
 * What nearly all pages but home share: a page asks for a few files instead of thirty, of which a browser fetches six at a time. They
 * come after the first view's own, which takes what it needs of them.
 */
const PIECES = [
  'entities/(Ago|UserChip|explore/found-text|cards/Thumb|live-list/(ListFoot|SilentNotes))\\.',
  'lib/live/chain-heads\\.',
  'kit/(CopyButton|DefinitionList|MissingPage|RichText|Table|Tabs|price-text|[Ff]ield|first-fault|[Ii]denticon)\\.',
].join('|')
const ACTS = [
  '(entities/cart/CartActSlot|routes/(use-)?trader-keys?)\\.',
  'features/(items/item-query|operator/(PageActs|operator-api|use-role))\\.',
  'flows/engine/use-act',
].join('|')
/** What an account can do with an item: of its page, and of a card once it is pointed at. */
const ROLES = [
  'entities/(bid|hold-act|own-listing|own-offer)\\.',
  'features/(items/item-role|trade/use-trade-dialogs)',
  'kit/Arrived\\.',
].join('|')
const EXPLORE = [
  'entities/explore/(fold-runs|row-state)',
  'features/explore/(?!Explore(?:Page|Collections|People)|FilterSheet|RowTable|table-cells)',
].join('|')
const SINGLE = ['entities/(ShareMenu|embed|event-texts|use-auction)\\.', 'features/items/statistics-query\\.'].join('|')
const AHEAD: ReadonlySet<string> = new Set(['react', 'data', 'base'])
const inWeb = (paths: string, ...others: readonly string[]): RegExp => new RegExp([`/apps/web/src/(${paths})`, ...others].join('|'))
const icons = (names: string): string => `/lucide-react/dist/esm/icons/(${names})\\.`
/** A file of its own, not part of what shares it. */
const apart = (name: string, test: RegExp) => ({ name, test, priority: 1, includeDependenciesRecursively: false })
const isFirstView = inWeb(FIRST_VIEW.join('|'), icons('pause|play'))

export default defineConfig({
  plugins: [react(), leanZod, leanRouter, leanCatalogue, earlyFonts, pageFiles, compiledAhead],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/embed', '/events', '/ipfs', '/oembed', '/openapi', '/static', '/v1'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 400,
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Pure modules: only what is used of them comes along, and only into the chunk that uses it.
      treeshake: { moduleSideEffects: [{ test: /packages\/(protocol|api|sdk)\/src\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Else the operator's calls would come with the rest of the catalogue, which the first view is made of.
            {
              name: 'acts',
              test: inWeb(ACTS, icons('ellipsis'), '/packages/api/src/(calls/viewer|(calls|schemas)/operator)\\.ts$'),
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'roles',
              test: inWeb(ROLES, icons('flame|send'), '/packages/(protocol|sdk)/src/(amount-due|assets|order-of|orders|trades)\\.ts$'),
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Of lists, not of a work's own page.
            {
              name: 'card-acts',
              test: inWeb('(routes/(use-card-acts|RowAct|act-part|sweep-of|use-picking)|features/trade/offer/use-offer-dialogs)'),
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // So would these; they come with the pages that visitors name, and with every language but English.
            {
              name: 'pages',
              test: /packages\/api\/src\/pages\/(claim|title|(?!en\.)[a-z]{2})\.ts$/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            apart(
              'figures',
              inWeb(
                '(lib/resources|entities/(price/(amounts|rates-query)|statistics/(calls|figures|money)))\\.tsx?$',
                '/packages/api/src/(calls|schemas)/(explore|item-cards|rates|statistics)\\.ts$',
                '/packages/protocol/src/worth\\.ts$',
              ),
            ),
            // Of the item's page, the dialogs that trade and the seller's own page.
            apart(
              'private-sales',
              inWeb('(entities/private-sales|lib/private-sale-api)\\.ts$', '/packages/api/src/(calls|schemas)/private-sales?\\.ts$'),
            ),
            // What the pages of the e-mail log-in share; no other page asks by these calls.
            apart(
              'mail',
              inWeb(
                'features/session/((CaptchaField|MailForm|ProofField)\\.|mail-(api|form)\\.|use-(captcha|form-errors|mail-call|mailed-link|proof)\\.)',
                '/packages/(api/src/calls/mail|protocol/src/passwords)\\.ts$',
              ),
            ),
            // Asked by one page alone, each.
            apart('own-data', /packages\/api\/src\/calls\/account\.ts$/),
            apart('allowed', /packages\/api\/src\/(calls|schemas)\/allowed\.ts$/),
            // Of pages and dialogs about offers for sets of works.
            apart('offers', inWeb('lib/offer-api\\.ts$', '/packages/api/src/(calls/offer|schemas/offers)\\.ts$')),
            // Of the ledger of My items alone.
            apart('portfolio', inWeb('lib/portfolio-api\\.ts$', '/packages/api/src/(calls|schemas)/portfolio\\.ts$')),
            // What many works are priced and listed by, in one signature.
            apart('many', inWeb('lib/selling-api\\.ts$', '/packages/api/src/(calls|schemas)/(bulk|selling)\\.ts$')),
            // Small ones of several dialogs and pages.
            {
              name: 'marks',
              test: new RegExp(icons('arrow-left|minus|plus|shopping-bag|undo-2')),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Steps and sums of forms that sign.
            {
              name: 'signing',
              test: inWeb(
                '(flows/(acts/money/(allowance|approval)|engine/sign-prepared)|kit/(Decimal|Price)Field|features/trade/(use-(spendable|trade-form)|(sale|address)-form|leave-with))\\.',
                '/packages/(protocol/src/signatures|sdk/src/(prepare-order|sale|signing))\\.ts$',
              ),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Of the cart, its checkout and sweeps.
            {
              name: 'cart',
              test: inWeb('(lib/cart-api|entities/cart/(ask-cart|cart|use-cart))\\.ts$', '/packages/api/src/(calls|schemas)/cart\\.ts$'),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Of every list of slim cards.
            apart(
              'works',
              inWeb('(entities/(explore/(items-query|row-of-record|RowCard)|price/floor-text)|i18n/lists|lib/explore-address)\\.tsx?$'),
            ),
            apart('several', /node_modules\/@tanstack\/(query-core\/.*queriesObserver|react-query\/.*useQueries)\./),
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)\// },
            { name: 'data', test: /node_modules\/(@tanstack\/(react-query|query-core)|zod)\// },
            { name: 'base', test: isFirstView },
            {
              name: 'pieces',
              test: inWeb(PIECES, icons('arrow-(down|right)|copy|image|x')),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What pages of one work, one collection and one box share.
            {
              name: 'single',
              test: inWeb(SINGLE, icons('code|download|gavel|link|share-2|shield-check')),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'worth', test: inWeb('entities/price/(worth-text|Worth)\\.'), priority: -1, includeDependenciesRecursively: false },
            {
              name: 'charts',
              test: inWeb('entities/charts/(csv|scales|Plot)\\.', '/node_modules/(d3-[a-z]+|internmap)/'),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Sentences of the error registry come with the first page that can fail.
            {
              name: 'errors',
              test: inWeb('wallet/errors\\.', '/packages/(api/src/([a-z]+-)?(errors|reverts)|sdk/src/errors)\\.ts$'),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Of every dialog.
            {
              name: 'dialog',
              test: inWeb('kit/Dialog\\.', '/node_modules/(@base-ui|@floating-ui)/'),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'lists',
              test: inWeb(EXPLORE, icons('grid-[23]x[23]|rows-3|sliders-horizontal')),
              priority: -1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
