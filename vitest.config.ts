import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { MORE } from './scripts/testing/more.ts'

/** A fresh clone knows no times and begins with the largest files: these are small, take a minute, and would end alone. */
const LONG = [
  'kill/kill',
  'kill/offers-kill',
  'races/races',
  'races/order-life',
  'kill/two-processes',
  'simulator/simulator',
  'serve/serve',
  'media/large-media',
].map((name) => `${name}.test.ts`)

/** What stories take. The figures need only be right beside each other; one without a figure comes in the middle. */
const STORY_SECONDS: Partial<Record<string, number>> = JSON.parse(readFileSync(join(import.meta.dirname, 'e2e/seconds.json'), 'utf8'))
const SECONDS_OF_A_STORY = 30

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name))
    const isStory = ({ project }: TestSpecification) => project.name === 'browser'
    const secondsOf = ({ moduleId }: TestSpecification) => STORY_SECONDS[basename(moduleId, '.spec.ts')] ?? SECONDS_OF_A_STORY
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(isLong),
      ...sorted.filter(isStory).sort((a, b) => secondsOf(b) - secondsOf(a)),
      ...sorted.filter((file) => !isLong(file) && !isStory(file)),
    ]
  }
}

const WEB_TESTS = globSync('apps/web/{src,test}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (path) => !path.endsWith('.component.test.tsx'),
)
/** What replaces a module, a global or the clock, or resets modules. */
const REPLACES = /\bvi\.(mock|doMock|hoisted|stubGlobal|stubEnv|spyOn|useFakeTimers|resetModules)\(/
const replaces = (path: string) => REPLACES.test(readFileSync(join(import.meta.dirname, path), 'utf8'))

/**
 * One project per part of `npm test`; scripts/test.ts runs them one after the other. Files without `isolate` share their
 * modules: to read and warm them again for each took a third of the time. What keeps a state of its own is isolated or reset.
 */
export default defineConfig({
  test: {
    // The default leaves a core free, which of two is half; most suites wait for a database or a chain anyway.
    maxWorkers: 2,
    // What was compiled for one run is read by the next.
    fsModuleCache: true,
    // What passes only the second time is printed as unsteady at the end (scripts/test.ts), and is a defect.
    retry: 1,
    sequence: { sequencer: LongFirst },
    tags: [{ name: MORE, description: 'Runs in `npm run test:more`, not in `npm test`.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/gas/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          isolate: false,
          globalSetup: ['apps/server/test/database/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: WEB_TESTS.filter((path) => !replaces(path)),
          isolate: false,
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'web-apart',
          include: WEB_TESTS.filter(replaces),
          testTimeout: 15_000,
        },
      },
      {
        test: {
          name: 'components',
          include: ['apps/web/{src,test}/**/*.component.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          environmentOptions: { happyDOM: { settings: { disableComputedStyleRendering: true } } },
          setupFiles: ['apps/web/test/setup.ts'],
          // Each test reads the app's modules again, and needs not those that keep nothing; setup.ts shortens their timers.
          server: { deps: { external: [/\/packages\/(api|protocol|sdk)\/src\//] } },
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/stories/**/*.spec.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 20_000, interval: 100 } },
          isolate: false,
        },
      },
    ],
  },
})
