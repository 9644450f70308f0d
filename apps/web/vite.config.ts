import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.PLINTH_SERVER ?? 'http://127.0.0.1:3000'

/** Every zod schema can write itself as a JSON Schema and explain itself in English; the browser asks for neither: 6 kB of the first view. */
const leanZod: Plugin = {
  name: 'lean-zod',
  apply: 'build',
  transform(code, id) {
    if (/zod\/v4\/locales\/en\.js$/.test(id)) return "export default () => ({ localeError: () => 'Invalid' })"
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
    const none = "const none = () => () => { throw new Error('no JSON Schemas in the browser') }"
    return `${none}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`
  },
}

/** What shell and home are made of: one file instead of forty. Parts of the kit that only dialogs and forms use stay out. */
const FIRST_VIEW = [
  'app/(?!MobileMenu|ChatDialog|Profile|TokenBalances|NetworkList|NewsLink)',
  'entities/(?!AttributeTable|CollectionChip|Thumb|UserChip)',
  'flows/(session-store|heartbeat|chain-ask|tray)',
  'i18n/(first|index|locale|translate|en/(category|global|home|item|kit|shell|state))',
  'kit/(Button|ChainGlyph|drawings|FilterTabs|Icon|icons|Logo|marks|Menu|popup|Segmented|Spinner|states|toast)',
  'lib/(?!time|live/)',
  'wallet/load',
]
const isFirstView = new RegExp(`/apps/web/src/(${FIRST_VIEW.join('|')})`)

export default defineConfig({
  plugins: [react(), leanZod],
  server: {
    proxy: Object.fromEntries(['/api', '/events', '/ipfs', '/static'].map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 400,
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Pure modules: only what is used of them comes along, and only into the chunk that uses it.
      treeshake: { moduleSideEffects: [{ test: /packages\/(protocol|api)\/src\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Else they would come with the rest of the catalogue, which the first view is made of.
            {
              name: 'console',
              test: /packages\/api\/src\/(calls|schemas)\/operator\.ts$/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)\// },
            { name: 'data', test: /node_modules\/(@tanstack|zod)\// },
            { name: 'base', test: isFirstView },
          ],
        },
      },
    },
  },
})
