import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.PLINTH_SERVER ?? 'http://127.0.0.1:3000'

/** Every zod schema can write itself as a JSON Schema; the browser never asks, and 5 kB of the first view are saved. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform(code, id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
    return names.map((name) => `export const ${name} = () => () => { throw new Error('no JSON Schemas in the browser') }`).join('\n')
  },
}

export default defineConfig({
  plugins: [react(), withoutJsonSchemas],
  server: { proxy: Object.fromEntries(['/api', '/ipfs', '/static'].map((path) => [path, { target: server, changeOrigin: false }])) },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 400,
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)\// },
            { name: 'data', test: /node_modules\/(@tanstack|zod)\// },
          ],
        },
      },
    },
  },
})
